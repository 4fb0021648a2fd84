import { z } from "zod";
import { holdOwnRole, requireRank } from "../../accounts/roles.ts";
import { record } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import type { RandomBytes } from "../../core/ids.ts";
import type { AuditContext, BaseContext, Context } from "../../db/context.ts";
import { transaction } from "../../db/transaction.ts";

export const InboxAddress = z.object({
  /** False where the server takes no mail. */
  takes_mail: z.boolean(),
  /** Null until somebody has made one. */
  address: z.string().nullable(),
});

/** Address to which the team's receipts are mailed. */
export async function getInboxAddress(
  context: AuditContext,
): Promise<z.input<typeof InboxAddress>> {
  const token = await readToken(context);
  return { takes_mail: context.inboxDomain !== null, address: addressOf(context, token) };
}

/** @returns null where the server takes no mail, and for a team without an address */
export function addressOf(
  { inboxDomain }: Pick<BaseContext, "inboxDomain">,
  token: string | null,
): string | null {
  return inboxDomain === null || token === null ? null : `${token}@${inboxDomain}`;
}

/**
 * Makes an address for the team's receipts. An earlier one takes no mail from then on.
 * @throws Refusal where the server takes no mail
 */
export async function renewInboxAddress(context: Context): Promise<z.input<typeof InboxAddress>> {
  if (context.inboxDomain === null) throw noMail();
  return transaction(context, async (context) => {
    // A person who has just been demoted or removed decides nothing any more.
    requireRank({ own: await holdOwnRole(context) }, "admin", "change its address for receipts");
    const { db, team } = context;
    const before = { inbox_token: await readToken(context) };
    const after = { inbox_token: newToken(context.randomBytes) };
    await db.updateTable("teams").set(after).where("id", "=", team.id).execute();
    await record(context, [{ type: "team", id: team.id, before, after }]);
    return getInboxAddress(context);
  });
}

/** @returns the token of an address; null for an address of no team, of whatever domain */
export function tokenOf(
  { inboxDomain }: Pick<BaseContext, "inboxDomain">,
  address: string,
): string | null {
  const [, token = "", domain = ""] = /^([^@]*)@([^@]*)$/.exec(address.toLowerCase()) ?? [];
  return domain === inboxDomain && TOKEN.test(token) ? token : null;
}

/** @returns the id of the team with this token, if any */
export async function findAddressee({ db }: BaseContext, token: string): Promise<string | null> {
  const team = await db
    .selectFrom("teams")
    .select("id")
    .where("inbox_token", "=", token)
    .executeTakeFirst();
  return team?.id ?? null;
}

async function readToken({ db, team }: Pick<AuditContext, "db" | "team">): Promise<string | null> {
  const { inbox_token } = await db
    .selectFrom("teams")
    .select("inbox_token")
    .where("id", "=", team.id)
    .executeTakeFirstOrThrow();
  return inbox_token;
}

/** Without 0, 1, l and o, which people take for each other. */
const LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";
/** 120 random bits. */
const TOKEN_LENGTH = 24;
const TOKEN = new RegExp(`^[${LETTERS}]{${TOKEN_LENGTH}}$`);

function newToken(randomBytes: RandomBytes): string {
  return Array.from(randomBytes(TOKEN_LENGTH), (byte) =>
    LETTERS.charAt(byte % LETTERS.length),
  ).join("");
}

function noMail(): Refusal {
  return new Refusal({
    code: "not_allowed",
    message: "This server takes no receipts by mail",
    next: "ask whoever runs it to set MAIL_IN_URL and MAIL_IN_DOMAIN; upload receipts meanwhile",
  });
}
