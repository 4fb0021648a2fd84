import { sql } from "kysely";
import type { BaseContext } from "../../db/context.ts";
import type { OfTeam } from "../../db/outbox.ts";
import { transaction } from "../../db/transaction.ts";
import { addMilliseconds, dayIn } from "../../shared/time.ts";
import { readBody } from "./body-of.ts";
import { moneyOf, statusOn } from "./invoice.ts";
import { linkIdOf } from "./link.ts";

export type PublicInvoice = NonNullable<Awaited<ReturnType<typeof findPublicInvoice>>>;

/** The document of a public link; null for a token that is unknown, altered or revoked. */
export async function findPublicInvoice(context: BaseContext, token: string) {
  const link = linkIdOf(context, token);
  if (link === null) return null;
  const row = await context.db
    .selectFrom("invoices as invoice")
    .innerJoin("teams as team", "team.id", "invoice.team_id")
    .innerJoin("invoice_documents as document", (join) =>
      join
        .onRef("document.team_id", "=", "invoice.team_id")
        .onRef("document.invoice_id", "=", "invoice.id"),
    )
    // The link names the team too: before it is found, there is none.
    .where("invoice.link_id", "=", link)
    .select(["invoice.team_id", "invoice.id", "invoice.type", "invoice.status", "invoice.link_id"])
    .select(["invoice.total_minor", "invoice.credited_minor", "invoice.paid_minor"])
    .select(["invoice.refunded_minor", "invoice.overdue_from", "invoice.canceled_at"])
    .select(["invoice.paid_at", "invoice.sent_at", "invoice.opened_at"])
    .select(["team.time_zone", "document.body"])
    .select(sql<number | null>`length(document.pdf)`.as("pdf_bytes"))
    .executeTakeFirst();
  if (row === undefined) return null;
  const { team_id, time_zone, body, ...facts } = row;
  return {
    ...facts,
    ...moneyOf(row),
    team: { id: team_id },
    status: statusOn(dayIn(time_zone, context.now), row),
    paidOn: row.paid_at === null ? null : dayIn(time_zone, row.paid_at),
    body: readBody(body),
  };
}

/** Programs that look at each link of a mail do so within this time. */
const SCANNED_MS = 60_000;

/**
 * Notes that the customer has probably opened the page, the first time. It does not while a mail of the document is
 * being handed over, nor within a minute after the last one was.
 */
export async function noteOpened(context: OfTeam, found: PublicInvoice): Promise<void> {
  if (found.opened_at !== null || !(await isLateEnough(context, found))) return;
  await transaction(context, async ({ db, team, now }) => {
    await db
      .updateTable("invoices")
      .set({ opened_at: now })
      .where("team_id", "=", team.id)
      .where("id", "=", found.id)
      .where("link_id", "=", found.link_id)
      .where("opened_at", "is", null)
      .execute();
  });
}

async function isLateEnough(
  { db, team, now }: OfTeam,
  { id, sent_at }: PublicInvoice,
): Promise<boolean> {
  const mails = await db
    .selectFrom("invoice_mails")
    .select(["state", "sent_at"])
    .where("team_id", "=", team.id)
    .where("invoice_id", "=", id)
    .execute();
  if (mails.some(({ state }) => state === "sending")) return false;
  const handedOver = mails.flatMap(({ sent_at }) => sent_at ?? []).toSorted();
  const since = handedOver.at(-1) ?? sent_at;
  return since !== null && now > addMilliseconds(since, SCANNED_MS);
}
