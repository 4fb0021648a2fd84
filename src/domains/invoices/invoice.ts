import type { Selectable } from "kysely";
import { notFound, Refusal } from "../../core/errors.ts";
import { fold } from "../../core/fold.ts";
import { quoted } from "../../core/visible.ts";
import type { AuditContext } from "../../db/context.ts";
import { lockForNoKeyUpdate } from "../../db/dialect.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { settlementOf } from "../../shared/invoice-status.ts";
import type { Day } from "../../shared/time.ts";

/** A row of invoices and credit notes. Amounts are minor units of its currency. */
export type InvoiceRow = Selectable<Schema["invoices"]>;

/** Leaves out what follows from the other columns and from the payments, whose changes have snapshots of their own. */
export function invoiceSnapshot({
  team_id: _team,
  search_text: _text,
  link_id: _link,
  opened_at: _opened,
  status: _status,
  paid_minor: _paid,
  refunded_minor: _refunded,
  paid_at: _at,
  ...snapshot
}: InvoiceRow) {
  return snapshot;
}

/** Text of the row alone. A search also looks at the customer's present name. */
export function searchTextOf({
  number,
  customerName,
  reference,
}: {
  readonly number: string | null;
  /** As it was sent; null for a draft. */
  readonly customerName: string | null;
  readonly reference: string | null;
}): string {
  return fold([number, customerName, reference].filter((text) => text !== null).join("\n"));
}

/** Locks the row until the transaction ends, after its customer (`keepCustomer`). Others may refer to it meanwhile. */
export async function lockInvoice(
  context: AuditContext,
  id: string,
): Promise<InvoiceRow | undefined> {
  return lockForNoKeyUpdate(context.db, invoiceById(context, id)).executeTakeFirst();
}

export async function findInvoice(
  context: AuditContext,
  id: string,
): Promise<InvoiceRow | undefined> {
  return invoiceById(context, id).executeTakeFirst();
}

function invoiceById({ db, team }: AuditContext, id: string) {
  return db.selectFrom("invoices").selectAll().where("team_id", "=", team.id).where("id", "=", id);
}

/** The customer's present name; null without a customer. */
export async function customerNameOf(
  { db, team }: Pick<AuditContext, "db" | "team">,
  { customer_id }: InvoiceRow,
): Promise<string | null> {
  if (customer_id === null) return null;
  const customer = await db
    .selectFrom("customers")
    .select("name")
    .where("team_id", "=", team.id)
    .where("id", "=", customer_id)
    .executeTakeFirst();
  return customer?.name ?? null;
}

export function noInvoice(id: string, path = "id"): Refusal {
  return notFound({ what: "Invoice", id, path, next: "see invoices_list" });
}

/** Way out, by what became of the draft. */
type NextStep = string | { readonly sent: string; readonly voided: string };

/** @throws Refusal `not_a_draft`, for what only a draft may have done to it */
export function requireDraft(row: InvoiceRow, next: NextStep): void {
  if (row.status === "draft") return;
  const become = row.status === "canceled" ? "voided" : "sent";
  throw new Refusal({
    code: "not_a_draft",
    path: "id",
    message: notDraftBecause(row),
    next: typeof next === "string" ? next : next[become],
  });
}

function notDraftBecause({ number, type, status, issue_date }: InvoiceRow): string {
  if (number === null) return `The draft is ${status}`;
  const noun = type === "invoice" ? "invoice" : "credit note";
  const dated = issue_date === null ? "" : `, dated ${issue_date}`;
  return `The ${noun} ${quoted(number)} is ${status}${dated}, so that it stays as it is`;
}

/** `overdue` is derived, when it is read; `issued` is the state of credit notes alone. */
export type InvoiceStatus = InvoiceRow["status"] | "overdue";

/** @param today in the team's zone (`todayOf`) */
export function statusOn(
  today: Day,
  { status, overdue_from }: Pick<InvoiceRow, "status" | "overdue_from">,
): InvoiceStatus {
  const isOverdue = status === "unpaid" && overdue_from !== null && today >= overdue_from;
  return isOverdue ? "overdue" : status;
}

type Sums = Pick<
  InvoiceRow,
  | "type"
  | "status"
  | "canceled_at"
  | "total_minor"
  | "credited_minor"
  | "paid_minor"
  | "refunded_minor"
>;

/** `due_minor` of a draft is its total. A credit note has neither. */
export function moneyOf(row: Sums) {
  const { amountDue, toRefund } = settlementOf({
    type: row.type,
    isDraft: row.status === "draft",
    canceledAt: row.canceled_at,
    total: row.total_minor,
    credited: row.credited_minor,
    paid: row.paid_minor,
    refunded: row.refunded_minor,
  });
  return { total_minor: row.total_minor, due_minor: amountDue, to_refund_minor: toRefund };
}
