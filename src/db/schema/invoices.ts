import type { Day, Instant } from "../../shared/time.ts";
import type { Json } from "./json.ts";

export type InvoicesTables = {
  invoices: InvoicesTable;
  recurring_invoices: RecurringInvoicesTable;
  invoice_documents: InvoiceDocumentsTable;
  invoice_mails: InvoiceMailsTable;
  invoice_payments: InvoicePaymentsTable;
  invoice_time: InvoiceTimeTable;
  invoice_counters: InvoiceCountersTable;
  invoice_number_skips: InvoiceNumberSkipsTable;
  invoice_settings: InvoiceSettingsTable;
  tax_rates: TaxRatesTable;
  payment_accounts: PaymentAccountsTable;
  invoice_logos: { team_id: string; sha256: string; bytes: Uint8Array };
};

/** `issued` is the state of credit notes alone. What time alone changes, overdue, is no state. */
export type StoredInvoiceStatus = "draft" | "unpaid" | "paid" | "canceled" | "refunded" | "issued";

export type InvoiceSeries = "invoice" | "credit_note";

export type NumberReset = "never" | "year" | "month";

/** Amounts are minor units of the document's currency. Discounts are hundredths of a percent, or an amount. */
export type InvoiceLine = {
  /** The editor's, which stays when lines move. */
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** Decimal texts of at most six decimals; the price is in major units. */
  readonly quantity: string;
  readonly unit: string | null;
  readonly price: string;
  readonly discount_bp: number | null;
  readonly discount_minor: number | null;
  readonly tax_rate_id: string | null;
};

/** Invoices and credit notes. */
type InvoicesTable = {
  team_id: string;
  id: string;
  type: "invoice" | "credit_note";
  status: StoredInvoiceStatus;
  customer_id: string | null;
  /** Of a credit note: the invoice that it corrects. */
  credits_id: string | null;
  currency: string;
  /** Null: the customer's, else the team's. */
  language: string | null;
  /** Null until the document is sent: its day of sending. */
  issue_date: Day | null;
  due_date: Day | null;
  /** From the day of sending to the due date that nobody gave. */
  terms_days: number | null;
  service_from: Day | null;
  service_to: Day | null;
  reference: string | null;
  prices_include_tax: boolean;
  discount_bp: number | null;
  discount_minor: number | null;
  lines: Json<readonly InvoiceLine[]>;
  note: string | null;
  payment_account_id: string | null;
  net_minor: number;
  tax_minor: number;
  total_minor: number;
  credited_minor: number;
  paid_minor: number;
  refunded_minor: number;
  series: InvoiceSeries | null;
  /** Empty where the numbers never start again; else `2026` or `2026-11`. */
  period: string | null;
  sequence: number | null;
  number: string | null;
  /** As it was sent: the customer may be renamed or deleted. */
  buyer_name: string | null;
  sent_at: Instant | null;
  /** Day from which an unpaid invoice is overdue, in the team's zone. */
  overdue_from: Day | null;
  canceled_at: Instant | null;
  paid_at: Instant | null;
  /** Of the public page, of whose link the token is made; null while there is none. */
  link_id: string | null;
  /** First time that the customer has probably opened the public page. */
  opened_at: Instant | null;
  search_text: string;
  created_by: string | null;
  created_at: Instant;
  updated_at: Instant;
};

type RecurringInvoicesTable = {
  team_id: string;
  id: string;
  customer_id: string | null;
  created_at: Instant;
};

/** Written once, when the document gets its number; the PDF once more, when it is drawn. */
type InvoiceDocumentsTable = {
  team_id: string;
  invoice_id: string;
  /** Canonical JSON, whose bytes are hashed. */
  body: string;
  sha256: string;
  /** Version of what drew the PDF. */
  renderer: string | null;
  pdf: Uint8Array | null;
  pdf_sha256: string | null;
};

export type MailState = "queued" | "sending" | "sent" | "failed" | "withdrawn" | "not_sent";

export type MailRecipients = { readonly to: readonly string[]; readonly cc: readonly string[] };

type InvoiceMailsTable = {
  team_id: string;
  id: string;
  invoice_id: string;
  kind: "invoice" | "credit_note" | "canceled";
  recipients: Json<MailRecipients>;
  reply_to: string | null;
  subject: string;
  text: string;
  message_id: string;
  dated_at: Instant;
  state: MailState;
  /** Attempts at which the mail server took it, or may have taken it. */
  attempts: number;
  last_error: string | null;
  /** Addresses that the mail server did not take. */
  refused: Json<readonly string[]>;
  sent_at: Instant | null;
  created_by: string | null;
  created_at: Instant;
};

export type PaymentMethod = "transfer" | "card" | "cash" | "other";

type InvoicePaymentsTable = {
  team_id: string;
  id: string;
  invoice_id: string;
  kind: "payment" | "refund";
  paid_on: Day;
  amount_minor: number;
  method: PaymentMethod;
  note: string | null;
  /** Bank transaction that paid it. */
  transaction_id: string | null;
  /** Part of the transaction's amount that it takes, in the transaction's currency; null without one. */
  bank_minor: number | null;
  /** Columns that the link gave the transaction, which unlinking takes back. */
  gave: Json<Readonly<Record<string, string | number | null>>> | null;
  created_by: string | null;
  created_at: Instant;
};

/** Tracked time on a line. The columns are copies: evidence that stays when the entry is deleted. */
type InvoiceTimeTable = {
  team_id: string;
  id: string;
  invoice_id: string;
  line_id: string;
  /** Unique: no time is on two invoices. */
  entry_id: string;
  project_id: string;
  assigned_id: string;
  date: Day;
  seconds: number;
  billed_seconds: number;
  description: string | null;
};

/** The last number that was given; its row lock makes numbers take turns. */
type InvoiceCountersTable = {
  team_id: string;
  series: InvoiceSeries;
  period: string;
  last_value: number;
  last_date: Day | null;
};

type InvoiceNumberSkipsTable = {
  team_id: string;
  id: string;
  series: InvoiceSeries;
  period: string;
  from_value: number;
  to_value: number;
  reason: string;
  created_by: string | null;
  created_at: Instant;
};

type InvoiceSettingsTable = {
  team_id: string;
  /** The team's. */
  id: string;
  legal_name: string | null;
  address: string | null;
  city: string | null;
  zip: string | null;
  state: string | null;
  vat_number: string | null;
  tax_number: string | null;
  registration: string | null;
  contact: string | null;
  phone: string | null;
  email: string | null;
  legal_text: string | null;
  invoice_pattern: string;
  invoice_reset: NumberReset;
  credit_note_pattern: string;
  credit_note_reset: NumberReset;
  credits_share_numbers: boolean;
  /** Null: as the country does it. */
  dates_ordered: boolean | null;
  void_issues_credit_note: boolean | null;
  tax_rate_id: string | null;
  payment_account_id: string | null;
  prices_include_tax: boolean;
  language: string;
  terms_days: number;
  paper: "A4" | "LETTER";
  accent: string;
  logo_sha256: string | null;
  reply_to: string | null;
  copy_to: string | null;
  /** Rounding of tracked time where neither customer nor project says it. */
  rounding: string;
  /** Subjects and texts of mails by kind and language, where the team has its own. */
  texts: Json<Readonly<Record<string, { readonly subject: string; readonly text: string }>>>;
  updated_at: Instant;
};

export type TaxCategory = "S" | "Z" | "E" | "AE" | "K" | "G" | "O";

type TaxRatesTable = {
  team_id: string;
  id: string;
  name: string;
  /** Unique among those that are not archived. */
  name_key: string;
  category: TaxCategory;
  /** Hundredths of a percent. */
  bp: number;
  reason: string | null;
  archived_at: Instant | null;
  created_at: Instant;
  updated_at: Instant;
};

/** Bank details that are printed on invoices. */
type PaymentAccountsTable = {
  team_id: string;
  id: string;
  label: string;
  holder: string;
  iban: string | null;
  bic: string | null;
  /** Where there is no IBAN: routing and account number, as text. */
  details: string | null;
  currency: string | null;
  payment_url: string | null;
  archived_at: Instant | null;
  created_at: Instant;
  updated_at: Instant;
};
