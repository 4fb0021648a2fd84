import { z } from "zod";
import type { RecordedChange, Snapshot } from "../../activity/recorded-change.ts";
import { type Gone, type Instead, namesIn, type SharedSubject } from "../../activity/subject.ts";
import type { AuditContext } from "../../db/context.ts";
import { INVOICE_LANGUAGE_NAMES } from "../../shared/invoice-languages.ts";
import { majorMoney, toMajor } from "../../shared/money.ts";
import { holdEntriesOf, type timeSnapshot, whatHasTheTime } from "./held-time.ts";
import { type invoiceSnapshot, searchTextOf } from "./invoice.ts";
import type { skipSnapshot } from "./number-settings.ts";
import { type PaymentRow, type paymentSnapshot, settledOf } from "./payments.ts";
import { refuseChangedDocuments, whatIsMissing } from "./undo-invoices.ts";
import { holdForPayments, putBackPayments } from "./undo-payments.ts";

declare module "../../core/event.ts" {
  interface Kinds {
    invoice: typeof invoiceSubject;
    invoice_payment: typeof invoicePaymentSubject;
    invoice_time: typeof invoiceTimeSubject;
    invoice_number_skip: typeof numberSkipSubject;
    recurring_invoice: typeof recurringInvoiceSubject;
  }
}

const METHODS = { transfer: "Bank transfer", card: "Card", cash: "Cash", other: "Other" };

const SERIES = { invoice: "Invoices", credit_note: "Credit notes" };

const AMOUNT = { kind: "money", currencyColumn: "currency", table: "invoices" } as const;

const Derived = z.object({
  type: z.enum(["invoice", "credit_note"]),
  number: z.string().nullable(),
  buyer_name: z.string().nullable(),
  reference: z.string().nullable(),
  canceled_at: z.string().nullable(),
  total_minor: z.int(),
  credited_minor: z.int(),
  // Of a draft that was deleted, which nobody has paid.
  paid_minor: z.int().default(0),
  refunded_minor: z.int().default(0),
  paid_at: z.string().nullable().default(null),
});

function derivedColumns(snapshot: Snapshot): Snapshot {
  const row = Derived.parse(snapshot);
  const { number, buyer_name, reference, paid_minor, refunded_minor, paid_at } = row;
  return {
    search_text: searchTextOf({ number, customerName: buyer_name, reference }),
    status: settledOf(row).status,
    paid_minor,
    refunded_minor,
    paid_at,
  };
}

type InvoiceColumn = Exclude<keyof ReturnType<typeof invoiceSnapshot>, "id">;

export const invoiceSubject: SharedSubject<InvoiceColumn> = {
  isPrivate: false,
  noun: { label: "Invoice", one: "an invoice", named: "*", many: "invoices" },
  fields: {
    type: null,
    customer_id: { label: "Customer", kind: "id", of: "customer" },
    credits_id: { label: "Corrects", kind: "id", of: "invoice" },
    currency: { label: "Currency", kind: "currency" },
    language: { label: "Language", kind: "choice", choices: INVOICE_LANGUAGE_NAMES },
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
    series: null,
    period: null,
    sequence: null,
    number: { label: "Number", kind: "text" },
    buyer_name: null,
    sent_at: null,
    overdue_from: null,
    canceled_at: { label: "Canceled", kind: "moment" },
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
    derived: derivedColumns,
    touched: "updated_at",
    referredBy: [
      { table: "invoice_payments", column: "invoice_id", one: "payment" },
      {
        table: "invoice_time",
        column: "invoice_id",
        one: "tracked time entry",
        many: "tracked time entries",
      },
      { table: "invoice_documents", column: "invoice_id", one: "document" },
      { table: "invoice_mails", column: "invoice_id", one: "mail" },
      { table: "invoices", column: "credits_id", one: "credit note" },
    ],
    never: neverUndone,
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

function neverUndone(change: RecordedChange): Instead | null {
  return changedLink(change) ?? gaveNumber(change);
}

/** Of a document's columns, the journal leaves the link out: nothing but the time is told of its change. */
function changedLink({ before, after }: RecordedChange): Instead | null {
  if (before === null || after === null) return null;
  if (Object.keys(after).some((column) => column !== "updated_at")) return null;
  return {
    because: "A link that is revoked never works again",
    next: "make a new link, or revoke it, on the page of the document",
  };
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

type PaymentColumn = Exclude<keyof ReturnType<typeof paymentSnapshot>, "id">;

export const invoicePaymentSubject: SharedSubject<PaymentColumn> = {
  isPrivate: false,
  noun: { label: "Payment", one: "a payment", named: "the *", many: "payments" },
  verbs: {
    created: { said: "recorded *", tried: "record *" },
    deleted: { said: "removed *", tried: "remove *" },
  },
  fields: {
    invoice_id: { label: "Invoice", kind: "id", of: "invoice" },
    kind: null,
    paid_on: { label: "Day", kind: "day" },
    // Its currency is the invoice's: the name tells both.
    amount_minor: null,
    method: { label: "Method", kind: "choice", choices: METHODS },
    note: { label: "Note", kind: "text" },
    transaction_id: { label: "Transaction", kind: "id", of: "transaction" },
    bank_minor: null,
    gave: null,
    created_by: null,
    created_at: null,
  },
  page: null,
  names: namesOfPayments,
  namedIn: "invoice_id",
  namesOfGone: namesOfGonePayments,
  undo: {
    table: "invoice_payments",
    key: ["id"],
    derived: () => ({}),
    referredBy: [],
    hold: holdForPayments,
    around: putBackPayments,
  },
};

async function namesOfPayments({ db, team }: AuditContext, ids: readonly string[]) {
  const rows = await db
    .selectFrom("invoice_payments as payment")
    .innerJoin("invoices as invoice", (join) =>
      join
        .onRef("invoice.team_id", "=", "payment.team_id")
        .onRef("invoice.id", "=", "payment.invoice_id"),
    )
    .where("payment.team_id", "=", team.id)
    .where("payment.id", "in", ids)
    .select(["payment.id", "payment.kind", "payment.amount_minor"])
    .select(["invoice.currency", "invoice.number"])
    .execute();
  return rows.map(({ id, kind, amount_minor, ...invoice }) => ({
    id,
    name: paymentName({ kind, amount_minor }, invoice),
  }));
}

const GonePayment = z.object({
  invoice_id: z.string(),
  kind: z.enum(["payment", "refund"]),
  amount_minor: z.int(),
});

/** An invoice that was paid is never deleted. */
async function namesOfGonePayments({ db, team }: AuditContext, gone: readonly Gone[]) {
  const payments = gone.flatMap(({ id, snapshot }) => {
    const { data } = GonePayment.safeParse(snapshot);
    return data === undefined ? [] : [{ id, ...data }];
  });
  if (payments.length === 0) return [];
  const ids = payments.map(({ invoice_id }) => invoice_id);
  const rows = await db
    .selectFrom("invoices")
    .select(["id", "currency", "number"])
    .where("team_id", "=", team.id)
    .where("id", "in", ids)
    .execute();
  const invoices = new Map(rows.map((row) => [row.id, row]));
  return payments.flatMap(({ id, invoice_id, ...payment }) => {
    const invoice = invoices.get(invoice_id);
    return invoice === undefined ? [] : [{ id, name: paymentName(payment, invoice) }];
  });
}

type Paid = { readonly currency: string; readonly number: string | null };

function paymentName(
  { kind, amount_minor: minor }: Pick<PaymentRow, "kind" | "amount_minor">,
  { currency, number }: Paid,
): string {
  return `${kind} of ${majorMoney(toMajor(minor, currency), currency)} for ${number}`;
}

type TimeColumn = Exclude<keyof ReturnType<typeof timeSnapshot>, "id">;

/** The entry, its project and its person are no foreign keys: the time stays when they go. */
export const invoiceTimeSubject: SharedSubject<TimeColumn> = {
  isPrivate: false,
  noun: {
    label: "Billed time",
    one: "tracked time on an invoice",
    named: "tracked time *",
    many: "time entries on an invoice",
  },
  verbs: {
    created: { said: "billed *", tried: "bill *" },
    deleted: { said: "freed *", tried: "free *" },
  },
  fields: {
    invoice_id: { label: "Invoice", kind: "id", of: "invoice" },
    line_id: null,
    entry_id: null,
    project_id: null,
    assigned_id: null,
    date: { label: "Day", kind: "day" },
    seconds: { label: "Tracked", kind: "duration" },
    billed_seconds: { label: "Billed", kind: "duration" },
    description: { label: "Description", kind: "long text" },
  },
  page: null,
  names: namesOfTimes,
  namedIn: "invoice_id",
  lentName: (invoice) => `on ${invoice}`,
  undo: {
    table: "invoice_time",
    key: ["id"],
    derived: () => ({}),
    referredBy: [],
    hold: holdEntriesOf,
    clash: whatHasTheTime,
  },
};

async function namesOfTimes({ db, team }: AuditContext, ids: readonly string[]) {
  const rows = await db
    .selectFrom("invoice_time as held")
    .innerJoin("invoices as invoice", (join) =>
      join
        .onRef("invoice.team_id", "=", "held.team_id")
        .onRef("invoice.id", "=", "held.invoice_id"),
    )
    .where("held.team_id", "=", team.id)
    .where("held.id", "in", ids)
    .select(["held.id", "held.date", "invoice.number"])
    .execute();
  return rows.map(({ id, date, number }) => ({
    id,
    name: `of ${date} on ${number ?? "a draft"}`,
  }));
}

type SkipColumn = Exclude<keyof ReturnType<typeof skipSnapshot>, "id">;

export const numberSkipSubject: SharedSubject<SkipColumn> = {
  isPrivate: false,
  noun: {
    label: "Numbers left out",
    one: "numbers left out",
    named: "the numbers that were left out: *",
    many: "numbers left out",
  },
  verbs: { created: { said: "left out numbers: *", tried: "leave out numbers" } },
  fields: {
    series: { label: "Series", kind: "choice", choices: SERIES },
    period: { label: "Period", kind: "text" },
    from_value: { label: "From", kind: "number", unit: null },
    to_value: { label: "To", kind: "number", unit: null },
    reason: { label: "Reason", kind: "text" },
    created_by: null,
    created_at: null,
  },
  page: null,
  names: namesIn("invoice_number_skips", "reason"),
  namedIn: "reason",
  undo: {
    table: "invoice_number_skips",
    key: ["id"],
    derived: () => ({}),
    referredBy: [],
    never: () => ({
      because: "Numbers that were left out stay left out",
      next: "let the next numbers count on from there",
    }),
  },
};

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
