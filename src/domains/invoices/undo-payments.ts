import { z } from "zod";
import { notUndoable } from "../../activity/not-undoable.ts";
import type { RecordedChange } from "../../activity/recorded-change.ts";
import type { Context } from "../../db/context.ts";
import { lockTeam } from "../../db/transaction.ts";
import { type InvoiceRow, lockInvoice, noInvoice } from "./invoice.ts";
import { findUncovered } from "./linked-payments.ts";
import { coversRefunds, settlePayments } from "./payments.ts";

const Image = z.object({
  invoice_id: z.string().optional(),
  transaction_id: z.string().nullish(),
});

/** Payments that are booked from transactions are written under the lock of the team, as these are. */
export async function holdForPayments(
  context: Context,
  past: readonly RecordedChange[],
): Promise<void> {
  const images = past.flatMap(({ before, after }) => [before, after].filter((one) => one !== null));
  if (images.some((image) => Image.parse(image).transaction_id)) await lockTeam(context);
}

/**
 * Puts payments back, and computes their invoices again: other payments may have come and gone since.
 * @throws Refusal where the transaction of one has no longer the amount for it
 */
export async function putBackPayments(
  context: Context,
  past: readonly RecordedChange[],
  putBack: () => Promise<void>,
): Promise<void> {
  const ids = new Set(await invoicesOf(context, past));
  const rows: InvoiceRow[] = [];
  for (const id of [...ids].toSorted()) {
    const row = await lockInvoice(context, id);
    if (row === undefined) throw noInvoice(id);
    rows.push(row);
  }
  await putBack();
  for (const row of rows) requireRefundsCovered(await settlePayments(context, row));
  await requireCoveredAgain(context, past);
}

/** @throws Refusal `not_undoable` where more was refunded than would be owed back */
export function requireRefundsCovered(row: InvoiceRow): void {
  if (coversRefunds(row)) return;
  throw notUndoable({
    because: `${row.number} has refunds, which are more than would be owed back`,
    next: "remove the refunds first",
  });
}

/** A changed payment has only the columns that differ in its images. */
async function invoicesOf(
  { db, team }: Context,
  past: readonly RecordedChange[],
): Promise<readonly string[]> {
  const whole = past.flatMap(({ before, after }) => {
    const { invoice_id } = Image.parse(before ?? after);
    return invoice_id === undefined ? [] : [invoice_id];
  });
  const changed = past.filter(({ before, after }) => before !== null && after !== null);
  if (changed.length === 0) return whole;
  const rows = await db
    .selectFrom("invoice_payments")
    .select("invoice_id")
    .distinct()
    .where("team_id", "=", team.id)
    .where(
      "id",
      "in",
      changed.map(({ id }) => id),
    )
    .execute();
  return [...whole, ...rows.map(({ invoice_id }) => invoice_id)];
}

async function requireCoveredAgain(
  context: Context,
  past: readonly RecordedChange[],
): Promise<void> {
  const { db, team } = context;
  const ids = past.flatMap(({ before }) => Image.parse(before ?? {}).transaction_id ?? []);
  if (ids.length === 0) return;
  const rows = await db
    .selectFrom("transactions")
    .select(["id", "name", "amount_minor", "currency", "status", "transfer_id"])
    .where("team_id", "=", team.id)
    .where("id", "in", ids)
    .execute();
  const because = await findUncovered(context, rows);
  if (because === null) return;
  throw notUndoable({ because, next: "remove the other payment first" });
}
