import { difference, record } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import type { ById } from "../../core/fields.ts";
import { uuidV4 } from "../../core/ids.ts";
import { derivedSecret, equalSecrets, idInSecret } from "../../core/secrets.ts";
import { quoted } from "../../core/visible.ts";
import type { BaseContext, Context } from "../../db/context.ts";
import { transaction } from "../../db/transaction.ts";
import { timeOfChange } from "../../shared/time.ts";
import { type InvoiceRow, invoiceSnapshot, lockInvoice, noInvoice } from "./invoice.ts";

const LINK_PREFIX = "svc_invoice_";

/** Id of a new link. Whoever does not have the link cannot foresee it. */
export function newLinkId({ randomBytes }: Pick<BaseContext, "randomBytes">): string {
  return uuidV4(randomBytes);
}

/** Address of a document's public page; null without a link, and for a caller that does not know the server's address. */
export function linkOf(
  { baseUrl, sealing }: Pick<BaseContext, "baseUrl" | "sealing">,
  { link_id }: Pick<InvoiceRow, "link_id">,
): string | null {
  if (link_id === null || baseUrl === null || sealing === null) return null;
  return `${baseUrl}/i/${tokenOf(link_id, sealing.secret)}`;
}

/** The id of a token's link; null for a token that this server did not make. */
export function linkIdOf({ sealing }: Pick<BaseContext, "sealing">, token: string): string | null {
  const id = idInSecret(LINK_PREFIX, token);
  if (id === null || sealing === null) return null;
  return equalSecrets(token, tokenOf(id, sealing.secret)) ? id : null;
}

function tokenOf(id: string, serverSecret: string): string {
  return derivedSecret(LINK_PREFIX, { id, sealed: `public page ${id}`, serverSecret });
}

/**
 * Gives a document a new link. The one before stops working.
 * @throws Refusal for a draft
 * @returns the event's id
 */
export async function makeLink(context: Context, { id }: ById): Promise<string> {
  return transaction(context, async (context) => {
    const row = await lockSent(context, id);
    return writeLink(context, row, newLinkId(context));
  });
}

/**
 * Takes the link back: it never works again.
 * @throws Refusal for a draft, and where there is no link
 * @returns the event's id
 */
export async function revokeLink(context: Context, { id }: ById): Promise<string> {
  return transaction(context, async (context) => {
    const row = await lockSent(context, id);
    if (row.link_id === null) throw noLink(row);
    return writeLink(context, row, null);
  });
}

async function lockSent(context: Context, id: string): Promise<InvoiceRow> {
  const row = await lockInvoice(context, id);
  if (row === undefined) throw noInvoice(id);
  if (row.number !== null) return row;
  throw new Refusal({
    code: "invalid_argument",
    path: "id",
    message: "The draft was not sent, and has no public page",
    next: "send it first; nothing was done",
  });
}

function noLink({ number }: InvoiceRow): Refusal {
  return new Refusal({
    code: "not_found",
    path: "id",
    message: `${quoted(number ?? "")} has no link`,
    next: "nothing is left to do: nobody can open its page; nothing was done",
  });
}

/** The journal has the change without the link: its readers need not be able to open the page. */
async function writeLink(
  context: Context,
  row: InvoiceRow,
  link_id: string | null,
): Promise<string> {
  const { db, team, now } = context;
  const changed = { ...row, link_id, updated_at: timeOfChange(now, row.updated_at) };
  await db
    .updateTable("invoices")
    .set({ link_id, updated_at: changed.updated_at })
    .where("team_id", "=", team.id)
    .where("id", "=", row.id)
    .execute();
  const snapshots = difference(invoiceSnapshot(row), invoiceSnapshot(changed));
  return record(context, [{ type: "invoice", id: row.id, ...snapshots }]);
}
