import type { Output } from "../../api.ts";
import { counted } from "../../numbers.ts";

export const INVOICES_PATH = "GET /api/teams/:team/invoices";
export const INVOICE_PATH = "GET /api/teams/:team/invoices/:id";
export const SAVE = "PATCH /api/teams/:team/invoices/:id";
export const TAX_RATES = "GET /api/teams/:team/tax-rates";
export const CHECK = "GET /api/teams/:team/invoices/:id/check";

/** Answers that change when an invoice is sent, paid, voided, made or deleted. */
export const INVOICE_CHANGES = [
  INVOICE_PATH,
  "GET /api/teams/:team/overview",
  "GET /api/teams/:team/customers/:id",
  "GET /api/teams/:team/activity",
] as const;

export type Invoice = Output<typeof INVOICE_PATH>;
export type InvoiceRow = Output<typeof INVOICES_PATH>["items"][number];
export type Status = InvoiceRow["status"];
export type InvoiceLine = Invoice["lines"][number];

export const LONGEST_LINE_NAME = 300;
export const LONGEST_LINE_DESCRIPTION = 5000;
export const LONGEST_LINE_UNIT = 50;

/** Names of the dialogs in the address. */
export const NEW_INVOICE = "new";
export const SEND = "send";
export const DELETE_DRAFT = "delete";
export const RECORD_PAYMENT = "payment";
export const VOID = "void";
export const MAIL_AGAIN = "mail";
export const NEW_LINK = "new-link";
export const REVOKE_LINK = "revoke-link";
export const CREDIT_PART = "credit";
export const REFUND = "refund";

/** Element ids, for returning the focus. */
export const INVOICE_MENU = "invoice-menu";
export const SEND_BUTTON = "send-invoice";
export const PAYMENT_BUTTON = "record-payment";
export const LINK_BUTTON = "new-link";
export const REFUND_BUTTON = "record-refund";
export const MAIL_BUTTON = "mail-document";

export const INVOICE_LANGUAGE_CODES = ["en", "de", "fr", "nl"] as const;

/** Title of the document in its own language. */
export const TITLES = {
  en: "Invoice",
  de: "Rechnung",
  fr: "Facture",
  nl: "Factuur",
} as const;

/** Name of an invoice in sentences: its number, or the draft for somebody. */
export function nameOfInvoice({
  number,
  type,
  customer,
  buyer_name,
}: Pick<Invoice, "number" | "type" | "customer" | "buyer_name">): string {
  if (number !== null)
    return type === "credit_note" ? `Credit note ${number}` : `Invoice ${number}`;
  const name = customer?.name ?? buyer_name;
  return name === null ? "Draft without a customer" : `Draft for ${name}`;
}

/** True until a mail of the document was given to a mail server. */
export function isUnmailed({ mails }: Pick<Invoice, "mails">): boolean {
  return mails.every(({ state }) => state === "not_sent");
}

export function fileOf(team: string, id: string, kind: "pdf" | "mail.eml"): string {
  return `/api/teams/${team}/invoices/${id}/${kind}`;
}

export function overdueWords(days: number): string {
  return `${counted(days, "day")} overdue`;
}
