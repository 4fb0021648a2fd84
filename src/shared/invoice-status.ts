import { addDays } from "./calendar.ts";
import type { Day, Instant } from "./time.ts";

/** As it is stored: only time makes an unpaid invoice overdue. A credit note is a draft or issued. */
export type StoredInvoiceStatus = "draft" | "unpaid" | "paid" | "canceled" | "refunded" | "issued";

/** Minor units; none is below 0. */
type InvoiceState = {
  readonly type: "invoice" | "credit_note";
  readonly isDraft: boolean;
  readonly canceledAt: Instant | null;
  readonly total: number;
  /** Sum of its credit notes, at most the total. */
  readonly credited: number;
  readonly paid: number;
  readonly refunded: number;
};

type Settlement = {
  readonly status: StoredInvoiceStatus;
  /** Minor units that the customer still owes; the total of a draft. */
  readonly amountDue: number;
  /** Minor units that the team owes the customer. */
  readonly toRefund: number;
};

/** Tells how an invoice stands from its sums. Nothing is owed on a canceled invoice or a credit note. */
export function settlementOf(invoice: InvoiceState): Settlement {
  const { type, isDraft, canceledAt, total, credited, paid, refunded } = invoice;
  if (type === "credit_note")
    return { status: isDraft ? "draft" : "issued", amountDue: 0, toRefund: 0 };
  const owed = canceledAt === null ? total - credited : 0;
  const open = owed - (paid - refunded);
  const status = canceledAt === null ? statusOf(invoice, open) : "canceled";
  return { status, amountDue: Math.max(0, open), toRefund: Math.max(0, -open) };
}

function statusOf(
  { isDraft, total, credited, paid, refunded }: InvoiceState,
  open: number,
): StoredInvoiceStatus {
  if (isDraft) return "draft";
  if (open > 0) return "unpaid";
  if (total > 0 && credited === total && refunded === paid)
    return paid === 0 ? "canceled" : "refunded";
  return "paid";
}

/** The first day on which an invoice is overdue: nothing is overdue on the day it was sent. */
export function overdueFrom(dueDate: Day, sendDay: Day): Day {
  return addDays(dueDate > sendDay ? dueDate : sendDay, 1);
}
