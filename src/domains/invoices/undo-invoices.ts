import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { z } from "zod";
import { notUndoable } from "../../activity/not-undoable.ts";
import type { Snapshot } from "../../activity/recorded-change.ts";
import type { Clash, PutBack } from "../../activity/subject.ts";
import type { Refusal } from "../../core/errors.ts";
import type { Context } from "../../db/context.ts";
import { findInvoice, type InvoiceRow, noInvoice } from "./invoice.ts";
import { priceInvoice } from "./price-invoice.ts";
import { requireRefundsCovered } from "./undo-payments.ts";

const Using = z.object({
  lines: z.array(z.object({ tax_rate_id: z.string().nullable() })),
  payment_account_id: z.string().nullable(),
});

/** Finds what a row that is put back uses, and the team has no longer. */
export async function whatIsMissing(context: Context, row: Snapshot): Promise<Clash | null> {
  const { lines, payment_account_id } = Using.parse(row);
  const rates = [...new Set(lines.flatMap(({ tax_rate_id }) => tax_rate_id ?? []))];
  if ((await countIn(context, "tax_rates", rates)) < rates.length)
    return { message: "a tax rate that it uses is not there any more", next: UNDO_DELETION };
  const accounts = payment_account_id === null ? [] : [payment_account_id];
  if ((await countIn(context, "payment_accounts", accounts)) < accounts.length)
    return { message: "the bank details that it uses are not there any more", next: UNDO_DELETION };
  return null;
}

const UNDO_DELETION = "undo the deletion first";

async function countIn(
  { db, team }: Context,
  table: "tax_rates" | "payment_accounts",
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const { rows } = await sql<{ readonly count: number }>`select count(*) as count
    from ${sql.table(table)} where team_id = ${team.id} and id in (${sql.join(ids)})`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Columns that a document says, which is not changed once it has a number. */
const SAID = [
  "currency",
  "language",
  "issue_date",
  "due_date",
  "terms_days",
  "service_from",
  "service_to",
  "reference",
  "prices_include_tax",
  "discount_bp",
  "discount_minor",
  "lines",
  "note",
  "payment_account_id",
  "net_minor",
  "tax_minor",
  "total_minor",
] as const satisfies readonly (keyof InvoiceRow)[];

/**
 * Refuses to undo what was done to a draft when it was sent since, what leaves a draft with other sums than its lines
 * have, and a void after refunds.
 */
export async function refuseChangedDocuments(
  context: Context,
  rows: readonly PutBack[],
): Promise<void> {
  for (const { id, before, after } of rows) {
    if (after === null) continue;
    if (before?.["canceled_at"] !== after["canceled_at"]) await refuseLooseRefunds(context, id);
    const isSame = SAID.every((column) => isDeepStrictEqual(before?.[column], after[column]));
    if (typeof after["number"] === "string") {
      if (!isSame || !(await keepsCustomer(context, before, after))) throw sentSince(after);
    } else if (!isSame && after["status"] === "draft") await refuseOtherSums(context, id);
  }
}

/** An invoice that is owed again cannot have been refunded. */
async function refuseLooseRefunds(context: Context, id: string): Promise<void> {
  const row = await findInvoice(context, id);
  if (row !== undefined) requireRefundsCovered(row);
}

function sentSince({ number }: Snapshot): Refusal {
  return notUndoable({
    because: `${String(number)} was sent since, and a document that was sent is not changed`,
    next: "void it, and write another one",
  });
}

/** A customer goes from a document and comes back with its own deletion and the undo of it. */
async function keepsCustomer(
  { db, team }: Context,
  before: Snapshot | null,
  after: Snapshot,
): Promise<boolean> {
  const [was, is] = [before?.["customer_id"], after["customer_id"]];
  if (was === is || was === null) return true;
  if (is !== null || typeof was !== "string") return false;
  const found = await db
    .selectFrom("customers")
    .select("id")
    .where("team_id", "=", team.id)
    .where("id", "=", was)
    .executeTakeFirst();
  return found === undefined;
}

async function refuseOtherSums(context: Context, id: string): Promise<void> {
  const row = await findInvoice(context, id);
  if (row === undefined) throw noInvoice(id);
  const priced = await priceInvoice(context, row);
  const { net, tax, total } = priced.state === "read" ? priced.value : NO_SUMS;
  if (row.net_minor === net && row.tax_minor === tax && row.total_minor === total) return;
  throw notUndoable({
    because: "The draft has changed since, and its total would not fit its lines",
    next: "undo first what came later, or change it by hand",
  });
}

const NO_SUMS = { net: null, tax: null, total: null };
