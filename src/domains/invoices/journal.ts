import { z } from "zod";
import type { RecordedChange } from "../../activity/recorded-change.ts";
import type { Instead, SharedSubject } from "../../activity/subject.ts";
import type { AuditContext } from "../../db/context.ts";
import { type invoiceSnapshot, searchTextOf } from "./invoice.ts";
import { refuseChangedDocuments, whatIsMissing } from "./undo-invoices.ts";

declare module "../../core/event.ts" {
  interface Kinds {
    invoice: typeof invoiceSubject;
    recurring_invoice: typeof recurringInvoiceSubject;
  }
}

const STATUSES = {
  draft: "Draft",
  unpaid: "Unpaid",
  paid: "Paid",
  canceled: "Canceled",
  refunded: "Refunded",
  issued: "Issued",
};

const LANGUAGES = { en: "English", de: "German", fr: "French", nl: "Dutch" };

const AMOUNT = { kind: "money", currencyColumn: "currency", table: "invoices" } as const;

const Searched = z.object({
  number: z.string().nullable(),
  buyer_name: z.string().nullable(),
  reference: z.string().nullable(),
});

type InvoiceColumn = Exclude<keyof ReturnType<typeof invoiceSnapshot>, "id">;

export const invoiceSubject: SharedSubject<InvoiceColumn> = {
  isPrivate: false,
  noun: { label: "Invoice", one: "an invoice", named: "*", many: "invoices" },
  fields: {
    type: null,
    status: { label: "Status", kind: "choice", choices: STATUSES },
    customer_id: { label: "Customer", kind: "id", of: "customer" },
    credits_id: { label: "Corrects", kind: "id", of: "invoice" },
    currency: { label: "Currency", kind: "currency" },
    language: { label: "Language", kind: "choice", choices: LANGUAGES },
    issue_date: { label: "Invoice date", kind: "day" },
    due_date: { label: "Due date", kind: "day" },
    terms_days: { label: "Payment terms", kind: "number", unit: "day" },
    service_from: { label: "Service from", kind: "day" },
    service_to: { label: "Service to", kind: "day" },
    reference: { label: "Reference", kind: "text" },
    prices_include_tax: { label: "Prices include tax", kind: "boolean" },
    discount_bp: { label: "Discount in %", kind: "number", unit: null, inHundredths: true },
    discount_minor: { label: "Discount", ...AMOUNT },
    lines: null,
    note: { label: "Note", kind: "long text" },
    payment_account_id: { label: "Bank details", kind: "id", of: "payment_account" },
    net_minor: null,
    tax_minor: null,
    total_minor: { label: "Total", ...AMOUNT },
    credited_minor: { label: "Credited", ...AMOUNT },
    paid_minor: { label: "Paid", ...AMOUNT },
    refunded_minor: { label: "Refunded", ...AMOUNT },
    series: null,
    period: null,
    sequence: null,
    number: { label: "Number", kind: "text" },
    buyer_name: null,
    sent_at: null,
    overdue_from: null,
    canceled_at: null,
    paid_at: null,
    created_by: null,
    created_at: null,
    updated_at: null,
  },
  page: "/invoices/:id",
  names: namesOfInvoices,
  namedIn: "customer_id",
  lentName: draftFor,
  undo: {
    table: "invoices",
    key: ["id"],
    derived: (snapshot) => {
      const { number, buyer_name, reference } = Searched.parse(snapshot);
      return { search_text: searchTextOf({ number, customerName: buyer_name, reference }) };
    },
    touched: "updated_at",
    referredBy: [
      { table: "invoice_payments", column: "invoice_id", one: "payment" },
      { table: "invoice_documents", column: "invoice_id", one: "document" },
      { table: "invoice_mails", column: "invoice_id", one: "mail" },
      { table: "invoices", column: "credits_id", one: "credit note" },
    ],
    never: gaveNumber,
    clash: whatIsMissing,
    after: refuseChangedDocuments,
  },
};

/** By the number, or as the draft for its customer. Nothing but a draft is ever deleted. */
async function namesOfInvoices({ db, team }: AuditContext, ids: readonly string[]) {
  const rows = await db
    .selectFrom("invoices as invoice")
    .leftJoin("customers as customer", (join) =>
      join
        .onRef("customer.team_id", "=", "invoice.team_id")
        .onRef("customer.id", "=", "invoice.customer_id"),
    )
    .where("invoice.team_id", "=", team.id)
    .where("invoice.id", "in", ids)
    .select(["invoice.id", "invoice.number", "customer.name"])
    .execute();
  return rows.map(({ id, number, name }) => ({
    id,
    name: number ?? (name === null ? "a draft without a customer" : draftFor(name)),
  }));
}

function draftFor(customer: string): string {
  return `the draft for ${customer}`;
}

/** A number is given once: what went out under it is never taken back, nor a credit note. */
function gaveNumber({ before, after }: RecordedChange): Instead | null {
  const number = after?.["number"];
  if (typeof number !== "string") return null;
  const isCredit = after?.["type"] === "credit_note" || before?.["type"] === "credit_note";
  return isCredit
    ? { because: `The credit note ${number} was issued`, next: "write a new invoice instead" }
    : { because: `${number} went out`, next: "void it instead" };
}

/** Only the customer of a recurring invoice so far: no door writes them yet. */
export const recurringInvoiceSubject: SharedSubject<"customer_id"> = {
  isPrivate: false,
  noun: {
    label: "Recurring invoice",
    one: "a recurring invoice",
    named: "the recurring invoice *",
    many: "recurring invoices",
  },
  fields: { customer_id: { label: "Customer", kind: "id", of: "customer" } },
  page: null,
  names: async () => [],
  namedIn: null,
  undo: { table: "recurring_invoices", key: ["id"], derived: () => ({}), referredBy: [] },
};
