import { hash } from "node:crypto";
import { record } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import type { AuditContext, Context } from "../../db/context.ts";
import { transaction } from "../../db/transaction.ts";
import { readLogo } from "../invoices/pdf/read-logo.ts";
import { settingsOf, writeSettings } from "./settings.ts";

/**
 * Makes a picture the logo of documents to come. Logos are kept by their hash: documents that were sent have theirs.
 * @returns the event's id; null for the logo that the team has already
 */
export async function setLogo(context: AuditContext, bytes: Uint8Array): Promise<string | null> {
  const { png } = readLogo(bytes);
  const sha256 = hash("sha256", png);
  return transaction(context, async (context) => {
    await context.db
      .insertInto("invoice_logos")
      .values({ team_id: context.team.id, sha256, bytes: png })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const changes = await writeSettings(context, { logo_sha256: sha256 });
    return changes.length === 0 ? null : record(context, changes);
  });
}

/** @returns the event's id; null where there was none */
export async function removeLogo(context: Context): Promise<string | null> {
  return transaction(context, async (context) => {
    const changes = await writeSettings(context, { logo_sha256: null });
    return changes.length === 0 ? null : record(context, changes);
  });
}

/** PNG of the logo; null where the team has none. */
export async function findLogo({
  db,
  team,
}: Pick<AuditContext, "db" | "team">): Promise<Uint8Array<ArrayBuffer> | null> {
  const { logo_sha256 } = await settingsOf({ db, team });
  if (logo_sha256 === null) return null;
  const { bytes } = await db
    .selectFrom("invoice_logos")
    .select("bytes")
    .where("team_id", "=", team.id)
    .where("sha256", "=", logo_sha256)
    .executeTakeFirstOrThrow();
  return new Uint8Array(bytes);
}

export function noLogo(): Refusal {
  return new Refusal({
    code: "not_found",
    message: "The team has no logo",
    next: "choose one under Settings, Invoices, Look",
  });
}
