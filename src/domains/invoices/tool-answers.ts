import { z } from "zod";
import { notices, uuid } from "../../core/fields.ts";
import { daysBetween } from "../../shared/calendar.ts";
import { toMajor } from "../../shared/money.ts";
import { dayIn } from "../../shared/time.ts";
import { percentOf } from "../categories/category.ts";
import type { ListedInvoice } from "./find-invoices.ts";
import { dueDateOf, type FoundInvoice } from "./get-invoice.ts";
import type { InvoiceBody } from "./invoice-body.ts";
import { moneyOf, statusOn } from "./invoice.ts";
import type { InvoicePage } from "./list-invoices.ts";
import type { ShownMail } from "./mails.ts";

/** Invoices as tools tell them. Amounts are in major units, tax rates in percent. */

/** Names the fields that a call goes on with; the list of tools stays short. */
const ToolRow = z.looseObject({
  id: uuid,
  number: z.string().nullable(),
  status: z.string(),
  total: z.number(),
  amount_due: z.number(),
});

export const InvoiceList = z.object({
  items: z.array(ToolRow),
  nextCursor: z.string().nullable(),
  notices,
});

export const InvoiceDetail = z.looseObject({ id: z.string() }).nullable();

export const CreatedInvoice = ToolRow.extend({ notices });

export function toolInvoices({
  items,
  nextCursor,
  today,
  zone,
}: InvoicePage): z.input<typeof InvoiceList> {
  return {
    items: items.map((row) => ({
      ...toolInvoiceRow(row, today),
      tax: toMajor(row.tax_minor, row.currency),
      ...paidOn(row, zone),
    })),
    nextCursor,
  };
}

/** The day from which nothing was owed, in the team's zone: beside the due date it tells who pays late. */
function paidOn({ paid_at }: Pick<ListedInvoice, "paid_at">, zone: string) {
  return paid_at === null ? {} : { paid_on: dayIn(zone, paid_at) };
}

export function toolInvoiceRow(row: ListedInvoice, today: string) {
  const { customer_id, customer_name } = row;
  const customer =
    customer_id === null || customer_name === null
      ? null
      : { id: customer_id, name: customer_name };
  return headOf({ row, customer, status: statusOn(today, row) });
}

type Headed = Pick<FoundInvoice, "customer" | "status"> & {
  readonly row: Omit<ListedInvoice, "customer_name" | "mail_state" | "credits_number">;
};

function headOf({ row, customer, status }: Headed) {
  const { currency } = row;
  const { total_minor, due_minor, to_refund_minor } = moneyOf(row);
  const { credited_minor } = row;
  return {
    id: row.id,
    number: row.number,
    status,
    customer: customer ?? deletedCustomer(row),
    currency,
    issue_date: row.issue_date,
    due_date: dueDateOf(row),
    total: toMajor(total_minor, currency),
    amount_due: toMajor(due_minor, currency),
    // By credit notes: what is owed no more was not all paid.
    ...(credited_minor === 0 ? {} : { credited: toMajor(credited_minor, currency) }),
    // Only where the team owes the customer.
    ...(to_refund_minor === 0 ? {} : { to_refund: toMajor(to_refund_minor, currency) }),
  };
}

/** A customer that was deleted since is told by the name on the invoice; null for a draft without one. */
function deletedCustomer({ buyer_name: name }: Headed["row"]) {
  return name === null ? null : { id: null, name };
}

export function toolInvoice(found: FoundInvoice): z.output<typeof ToolRow> {
  const { row, zone, body, payments, creditNotes, credits, mails, url } = found;
  const { currency } = row;
  const major = (minor: number) => toMajor(minor, currency);
  return {
    ...headOf(found),
    type: row.type,
    line_items: body.lines.map((line) => toolLine(line, currency)),
    taxes: body.taxes.map(({ bp, category, net_minor, tax_minor, reason }) => ({
      rate: percentOf(bp),
      category,
      net: major(net_minor),
      tax: major(tax_minor),
      reason,
    })),
    prices_include_tax: row.prices_include_tax,
    subtotal: major(body.subtotal_minor),
    discount: major(body.discount_minor),
    tax: major(row.tax_minor),
    amount_paid: major(row.paid_minor - row.refunded_minor),
    note: row.note,
    reference: row.reference,
    service_from: row.service_from,
    service_to: row.service_to,
    terms_days: termsOf(row),
    email: emailOf(mails.at(-1)),
    url,
    opened_at: row.opened_at,
    sent_at: row.sent_at,
    paid_at: row.paid_at,
    ...paidOn(row, zone),
    canceled_at: row.canceled_at,
    payments: payments.map(({ id, kind, paid_on, amount_minor, method, note, transaction_id }) => ({
      id,
      kind,
      date: paid_on,
      amount: major(amount_minor),
      method,
      note,
      transaction_id,
    })),
    credit_notes: creditNotes.map(({ id, number, total_minor }) => ({
      id,
      number,
      total: major(total_minor),
    })),
    credits,
    created_at: row.created_at,
  };
}

/** Null where somebody gave a due date that the terms do not lead to. */
function termsOf({ issue_date, due_date, terms_days }: FoundInvoice["row"]): number | null {
  if (due_date === null) return terms_days;
  const days = issue_date === null ? null : daysBetween(issue_date, due_date);
  return days === terms_days ? terms_days : null;
}

function toolLine(line: InvoiceBody["lines"][number], currency: string) {
  const { name, description, quantity, unit, price, tax, discount_minor, amount_minor } = line;
  return {
    name,
    description,
    quantity: Number(quantity),
    unit,
    price: Number(price),
    discount: toMajor(discount_minor, currency),
    tax_rate: tax === null ? null : percentOf(tax.bp),
    amount: toMajor(amount_minor, currency),
  };
}

/** Of the last mail; null while none was written. */
function emailOf(mail: ShownMail | undefined) {
  if (mail === undefined) return null;
  const { to, state, error } = mail;
  return { to: [...to], state, error };
}
