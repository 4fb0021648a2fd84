import { z } from "zod";
import { notices, uuid } from "../../core/fields.ts";
import { toMajor } from "../../shared/money.ts";
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

export const InvoiceList = z.object({ items: z.array(ToolRow), nextCursor: z.string().nullable() });

export const InvoiceDetail = z.looseObject({ id: z.string() }).nullable();

export const CreatedInvoice = ToolRow.extend({ notices });

export function toolInvoices({
  items,
  nextCursor,
  today,
}: InvoicePage): z.input<typeof InvoiceList> {
  return { items: items.map((row) => toolInvoiceRow(row, today)), nextCursor };
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
    // Only where the team owes the customer.
    ...(to_refund_minor === 0 ? {} : { to_refund: toMajor(to_refund_minor, currency) }),
  };
}

/** A customer that was deleted since is told by the name on the invoice; null for a draft without one. */
function deletedCustomer({ buyer_name: name }: Headed["row"]) {
  return name === null ? null : { id: null, name };
}

export function toolInvoice(found: FoundInvoice): z.output<typeof ToolRow> {
  const { row, body, payments, creditNotes, credits, mails, url } = found;
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
    terms_days: row.terms_days,
    email: emailOf(mails.at(-1)),
    url,
    opened_at: row.opened_at,
    sent_at: row.sent_at,
    paid_at: row.paid_at,
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
