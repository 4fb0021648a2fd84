import type { Selectable } from "kysely";
import { z } from "zod";
import { type Change, record } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { filterDay, text, uuid } from "../../core/fields.ts";
import { quoted } from "../../core/visible.ts";
import type { AuditContext, Context } from "../../db/context.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { transaction } from "../../db/transaction.ts";
import { startOfDay } from "../../shared/calendar.ts";
import { settlementOf } from "../../shared/invoice-status.ts";
import { decimalText, MOST_MINOR } from "../../shared/money.ts";
import { type Day, dayIn, type Instant } from "../../shared/time.ts";
import { todayOf, zoneOf } from "../team/today.ts";
import { type InvoiceRow, lockInvoice, noInvoice } from "./invoice.ts";

export type PaymentRow = Selectable<Schema["invoice_payments"]>;

export const PAYMENT_METHODS = ["transfer", "card", "cash", "other"] as const;

/** Of a payment, or of a refund. */
export const paymentFields = {
  paid_on: filterDay,
  amount_minor: z.int().positive().max(MOST_MINOR),
  method: z.enum(PAYMENT_METHODS),
  note: text(1000).nullable().default(null),
};

export const RecordPayment = z.strictObject({ id: uuid, ...paymentFields });

export type RecordPayment = z.output<typeof RecordPayment>;

export type PaidInvoice = {
  readonly row: InvoiceRow;
  readonly event: string;
  readonly notices: readonly string[];
};

const MOST_PAYMENTS = 500;

export function paymentSnapshot({ team_id: _team, ...snapshot }: PaymentRow) {
  return snapshot;
}

/**
 * Records what a customer paid. More than is owed is taken, with a notice.
 * @throws Refusal for a draft, a credit note, and a day to come
 */
export async function recordPayment(
  context: Context,
  { id, ...given }: RecordPayment,
): Promise<PaidInvoice> {
  return transaction(context, async (context) => {
    const row = await lockPayable(context, id);
    const payment = await insertPayment(context, row, { kind: "payment", ...given });
    const settled = await settlePayments(context, row);
    const event = await record(context, [payment]);
    return { row: settled, event, notices: noticesOfPayment(settled) };
  });
}

type NewPayment = Omit<RecordPayment, "id"> & Pick<PaymentRow, "kind">;

/**
 * Writes a payment or refund of an invoice, which is locked. The caller settles the invoice.
 * @returns the change, for the journal
 */
export async function insertPayment(
  context: Context,
  row: InvoiceRow,
  { kind, paid_on, amount_minor, method, note }: NewPayment,
): Promise<Change> {
  const { db, team, now, actor, newId } = context;
  if (paid_on > (await todayOf(context))) throw notYet(paid_on, "paid_on");
  requirePlace(row, await paymentsOf(context, row.id), amount_minor);
  const payment: PaymentRow = {
    team_id: team.id,
    id: newId(),
    invoice_id: row.id,
    kind,
    paid_on,
    amount_minor,
    method,
    note: note === "" ? null : note,
    transaction_id: null,
    bank_minor: null,
    gave: null,
    created_by: actor.id,
    created_at: now,
  };
  await db
    .insertInto("invoice_payments")
    .values({ ...payment, gave: null })
    .execute();
  const after = paymentSnapshot(payment);
  return { type: "invoice_payment", id: payment.id, before: null, after };
}

/** False where more was refunded than is owed back. */
export function coversRefunds(row: Sums): boolean {
  const { toRefund } = settledOf({ ...row, refunded_minor: 0 });
  return row.refunded_minor <= toRefund;
}

/** Locks an invoice on which something may be owed. @throws Refusal for a draft and for a credit note */
export async function lockPayable(context: Context, id: string, path = "id"): Promise<InvoiceRow> {
  const row = await lockInvoice(context, id);
  if (row === undefined) throw noInvoice(id, path);
  if (row.type === "invoice" && row.number !== null) return row;
  const isNote = row.type === "credit_note";
  throw new Refusal({
    code: "invalid_argument",
    path,
    message: isNote
      ? `${quoted(row.number ?? "")} is a credit note, on which nothing is owed`
      : "The invoice is still a draft: nothing is owed on it yet",
    next: isNote
      ? "record the payment on its invoice; nothing was recorded"
      : "send it first; nothing was recorded",
  });
}

export function notYet(day: Day, path: string): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path,
    message: `${day} is a day to come`,
    next: "record the payment on that day; nothing was recorded",
  });
}

/** @throws Refusal where the invoice has no place for one more payment, or for its amount */
export function requirePlace(
  row: InvoiceRow,
  payments: readonly PaymentRow[],
  amount: number,
): void {
  if (payments.length >= MOST_PAYMENTS)
    throw new Refusal({
      code: "limit_reached",
      path: "id",
      message: `${quoted(row.number ?? "")} has ${MOST_PAYMENTS} payments, the most there may be`,
      next: "record the rest as one; nothing was recorded",
    });
  if (row.paid_minor + amount > MOST_MINOR)
    throw new Refusal({
      code: "too_large",
      path: "amount_minor",
      message: "The sum of the payments would be too large",
      next: "correct the amount; nothing was recorded",
    });
}

/** `12.50 EUR`, in the invoice's currency. */
export function invoiceMoney({ currency }: Pick<InvoiceRow, "currency">, minor: number): string {
  return `${decimalText(minor, currency)} ${currency}`;
}

export function noticesOfPayment(row: InvoiceRow): readonly string[] {
  const { toRefund } = settledOf(row);
  if (toRefund === 0) return [];
  const money = invoiceMoney(row, toRefund);
  return [
    row.canceled_at === null
      ? `${money} more than the total were paid, and are to be refunded.`
      : `${quoted(row.number ?? "")} is canceled: ${money} are to be refunded.`,
  ];
}

type Sums = Pick<
  InvoiceRow,
  | "type"
  | "number"
  | "canceled_at"
  | "total_minor"
  | "credited_minor"
  | "paid_minor"
  | "refunded_minor"
>;

/** Status and open amounts of an invoice by the sums of its row. */
export function settledOf(row: Sums): ReturnType<typeof settlementOf> {
  return settlementOf({
    type: row.type,
    isDraft: row.number === null,
    canceledAt: row.canceled_at,
    total: row.total_minor,
    credited: row.credited_minor,
    paid: row.paid_minor,
    refunded: row.refunded_minor,
  });
}

/** Payments and refunds by their days. */
export async function paymentsOf(
  { db, team }: Pick<AuditContext, "db" | "team">,
  invoiceId: string,
): Promise<readonly PaymentRow[]> {
  return db
    .selectFrom("invoice_payments")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("invoice_id", "=", invoiceId)
    .orderBy("paid_on")
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Sums up the payments of an invoice, which is locked, and writes what follows from them and its credit notes. */
export async function settlePayments(context: AuditContext, row: InvoiceRow): Promise<InvoiceRow> {
  const { db, team } = context;
  const payments = await paymentsOf(context, row.id);
  const sums = {
    paid_minor: sumOfKind(payments, "payment"),
    refunded_minor: sumOfKind(payments, "refund"),
  };
  const summed = { ...row, ...sums };
  const { status } = settledOf(summed);
  const paid_at = await paidAt(context, summed, payments);
  await db
    .updateTable("invoices")
    .set({ ...sums, status, paid_at })
    .where("team_id", "=", team.id)
    .where("id", "=", row.id)
    .execute();
  return { ...summed, status, paid_at };
}

function sumOfKind(payments: readonly PaymentRow[], kind: PaymentRow["kind"]): number {
  const some = payments.filter((payment) => payment.kind === kind);
  return some.reduce((sum, { amount_minor }) => sum + amount_minor, 0);
}

/**
 * The moment from which nothing was owed. That of a payment, or of a credit note, is when it was recorded, if that was on
 * its own day, else the start of its day. Null while something is owed, or would be if the invoice was not canceled, and
 * where nothing was paid.
 */
async function paidAt(
  context: AuditContext,
  row: InvoiceRow,
  payments: readonly PaymentRow[],
): Promise<Instant | null> {
  if (row.total_minor === 0) return row.paid_at;
  if (row.paid_minor === 0) return null;
  const [zone, credits] = await Promise.all([zoneOf(context), creditsOf(context, row)]);
  const steps = payments
    .filter(({ kind }) => kind === "payment")
    .map(({ amount_minor, paid_on, created_at }) => ({ amount_minor, day: paid_on, created_at }));
  const settling = [...steps, ...credits].map(({ amount_minor: minor, day, created_at }) => {
    const isOfDay = day === null || day === dayIn(zone, created_at);
    return { at: isOfDay ? created_at : startOfDay(zone, day), minor };
  });
  let owed = row.total_minor;
  for (const { at, minor } of settling.toSorted(byMoment)) {
    owed -= minor;
    if (owed <= 0) return at;
  }
  return null;
}

type Settling = { readonly at: Instant; readonly minor: number };

type Credit = {
  readonly created_at: Instant;
  readonly day: Day | null;
  readonly amount_minor: number;
};

function byMoment(one: Settling, other: Settling): number {
  return one.at < other.at ? -1 : one.at > other.at ? 1 : 0;
}

/** Credit notes of an invoice, without the one of its void. */
async function creditsOf(
  { db, team }: AuditContext,
  { id, credited_minor, canceled_at }: InvoiceRow,
): Promise<readonly Credit[]> {
  if (credited_minor === 0) return [];
  return db
    .selectFrom("invoices")
    .select(["created_at", "issue_date as day", "total_minor as amount_minor"])
    .where("team_id", "=", team.id)
    .where("credits_id", "=", id)
    .$if(canceled_at !== null, (query) => query.where("created_at", "<", canceled_at))
    .execute();
}

type Zones = { readonly before: string; readonly after: string };

/**
 * Keeps the day on which each invoice was paid when the time zone of the books changes: a moment that would be on
 * another day becomes the start of its day.
 */
export async function keepPaidDays(
  { db, team }: AuditContext,
  { before, after }: Zones,
): Promise<void> {
  const paid = await db
    .selectFrom("invoices")
    .select(["id", "paid_at"])
    .where("team_id", "=", team.id)
    .where("paid_at", "is not", null)
    .$narrowType<{ paid_at: string }>()
    .execute();
  for (const [paid_at, invoices] of Map.groupBy(paid, ({ paid_at }) => paid_at)) {
    const day = dayIn(before, paid_at);
    if (dayIn(after, paid_at) === day) continue;
    const ids = invoices.map(({ id }) => id);
    await db
      .updateTable("invoices")
      .set({ paid_at: startOfDay(after, day) })
      .where("team_id", "=", team.id)
      .where("id", "in", ids)
      .execute();
  }
}
