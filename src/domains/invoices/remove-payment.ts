import { z } from "zod";
import { type Change, record } from "../../activity/journal.ts";
import { changedMeanwhile, notFound, Refusal } from "../../core/errors.ts";
import { uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { lockRows, type Row } from "../transactions/transaction.ts";
import { gaveBy, paymentsFrom, settleGiven } from "./given-by-payments.ts";
import type { InvoiceRow } from "./invoice.ts";
import {
  coversRefunds,
  invoiceMoney,
  lockPayable,
  type PaidInvoice,
  type PaymentRow,
  paymentSnapshot,
  settlePayments,
} from "./payments.ts";

export const RemovePayment = z.strictObject({ id: uuid, payment: uuid });

/**
 * Removes a payment. The transaction that it was booked from loses what it got by that and has still.
 * @throws Refusal when the invoice has no such payment, and `settled` when a refund needs it
 */
export async function removePayment(
  context: Context,
  { id, payment: paymentId }: z.output<typeof RemovePayment>,
): Promise<PaidInvoice> {
  return transaction(context, async (context) => {
    const { db, team } = context;
    const bank = await lockTransactionOf(context, paymentId);
    const row = await lockPayable(context, id);
    const payment = await db
      .deleteFrom("invoice_payments")
      .where("team_id", "=", team.id)
      .where("invoice_id", "=", id)
      .where("id", "=", paymentId)
      .returningAll()
      .executeTakeFirst();
    if (payment === undefined) throw noPayment(paymentId);
    if (payment.transaction_id !== (bank?.id ?? null)) throw linkedMeanwhile();
    const settled = await settlePayments(context, row);
    if (!coversRefunds(settled)) throw neededByRefund(settled);
    const taken = bank === undefined ? [] : await takeBack(context, bank, payment);
    const event = await record(context, [
      { type: "invoice_payment", id: paymentId, before: paymentSnapshot(payment), after: null },
      ...taken,
    ]);
    return { row: settled, event, notices: [] };
  });
}

/** Locks the transaction that a payment was booked from, which comes before the invoice. */
async function lockTransactionOf(context: Context, paymentId: string): Promise<Row | undefined> {
  const { db, team } = context;
  const payment = await db
    .selectFrom("invoice_payments")
    .select("transaction_id")
    .where("team_id", "=", team.id)
    .where("id", "=", paymentId)
    .executeTakeFirst();
  if (payment === undefined || payment.transaction_id === null) return undefined;
  await lockTeam(context);
  const [row] = await lockRows(context, [payment.transaction_id]);
  return row;
}

function linkedMeanwhile(): Refusal {
  return changedMeanwhile(
    "The payment was linked to a transaction, or unlinked, meanwhile",
    "load the invoice again; nothing was removed",
  );
}

async function takeBack(
  context: Context,
  bank: Row,
  payment: PaymentRow,
): Promise<readonly Change[]> {
  const payments = await paymentsFrom(context, bank.id);
  const gave = gaveBy([...payments, payment]);
  return settleGiven(context, bank, { gave, payments, category: null });
}

function neededByRefund(row: InvoiceRow): Refusal {
  return new Refusal({
    code: "settled",
    path: "payment",
    message: `${invoiceMoney(row, row.refunded_minor)} of it were refunded, which is more than would be owed back`,
    next: "remove the refund first; nothing was removed",
  });
}

function noPayment(id: string): Refusal {
  return notFound({
    what: "Payment",
    id,
    path: "payment",
    next: "load the invoice again; nothing was removed",
  });
}
