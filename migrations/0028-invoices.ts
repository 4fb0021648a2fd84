import { sql } from "kysely";
import { COLUMN_TYPES, type ColumnTypes } from "./column-types.ts";
import type { Migration } from "./index.ts";

/**
 * Invoices and credit notes with their numbers, documents, mails and payments; the team's rates of tax, its bank
 * details and its settings of invoices. No door has ever written an invoice, so that the table is made anew.
 */
export const invoices: Migration = {
  name: "0028-invoices",
  up: async (db, dialect) => {
    const t = COLUMN_TYPES[dialect];
    for (const statement of [
      `drop table invoices`,
      ...settings(t),
      invoiceTable(t),
      ...INDEXES,
      ...ofInvoices(t),
      ...numbers(t),
    ])
      await sql.raw(statement).execute(db);
  },
};

function settings(t: ColumnTypes): readonly string[] {
  return [
    `create table tax_rates (
      team_id ${t.id} not null references teams (id),
      id ${t.id} not null,
      name ${t.text} not null,
      name_key ${t.text} not null,
      category ${t.text} not null check (category in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O')),
      bp integer not null check (bp between 0 and 10000),
      reason ${t.text},
      archived_at ${t.instant},
      created_at ${t.instant} not null,
      updated_at ${t.instant} not null,
      primary key (team_id, id),
      check (category = 'S' or bp = 0)
    )`,
    `create unique index tax_rates_by_name on tax_rates (team_id, name_key) where archived_at is null`,
    `create table payment_accounts (
      team_id ${t.id} not null references teams (id),
      id ${t.id} not null,
      label ${t.text} not null,
      holder ${t.text} not null,
      iban ${t.text},
      bic ${t.text},
      details ${t.text},
      currency ${t.text},
      payment_url ${t.text},
      archived_at ${t.instant},
      created_at ${t.instant} not null,
      updated_at ${t.instant} not null,
      primary key (team_id, id)
    )`,
    `create table invoice_settings (
      team_id ${t.id} not null references teams (id),
      -- The team's: the journal and undo find rows by team and id.
      id ${t.id} not null,
      legal_name ${t.text},
      address ${t.text},
      city ${t.text},
      zip ${t.text},
      state ${t.text},
      vat_number ${t.text},
      tax_number ${t.text},
      registration ${t.text},
      contact ${t.text},
      phone ${t.text},
      email ${t.text},
      legal_text ${t.text},
      invoice_pattern ${t.text} not null,
      invoice_reset ${t.text} not null check (invoice_reset in ('never', 'year', 'month')),
      credit_note_pattern ${t.text} not null,
      credit_note_reset ${t.text} not null check (credit_note_reset in ('never', 'year', 'month')),
      credits_share_numbers ${t.boolean} not null,
      -- Null while nobody has decided: then the country's practice holds.
      dates_ordered ${t.boolean},
      void_issues_credit_note ${t.boolean},
      tax_rate_id ${t.id},
      payment_account_id ${t.id},
      prices_include_tax ${t.boolean} not null,
      language ${t.text} not null,
      terms_days integer not null check (terms_days between 0 and 3650),
      paper ${t.text} not null check (paper in ('A4', 'LETTER')),
      accent ${t.text} not null,
      logo_sha256 ${t.text},
      reply_to ${t.text},
      copy_to ${t.text},
      texts ${t.json} not null,
      updated_at ${t.instant} not null,
      primary key (team_id),
      check (id = team_id),
      foreign key (team_id, tax_rate_id) references tax_rates (team_id, id),
      foreign key (team_id, payment_account_id) references payment_accounts (team_id, id)
    )`,
    `create table invoice_logos (
      team_id ${t.id} not null references teams (id),
      sha256 ${t.text} not null,
      bytes ${t.bytes} not null,
      primary key (team_id, sha256)
    )`,
  ];
}

function invoiceTable(t: ColumnTypes): string {
  return `create table invoices (
    team_id ${t.id} not null references teams (id),
    id ${t.id} not null,
    type ${t.text} not null check (type in ('invoice', 'credit_note')),
    status ${t.text} not null check (status in
      ('draft', 'unpaid', 'paid', 'canceled', 'refunded', 'issued')),
    customer_id ${t.id},
    credits_id ${t.id},
    currency ${t.text} not null,
    language ${t.text},
    issue_date ${t.day},
    due_date ${t.day},
    terms_days integer check (terms_days between 0 and 3650),
    service_from ${t.day},
    service_to ${t.day},
    reference ${t.text},
    prices_include_tax ${t.boolean} not null,
    discount_bp integer check (discount_bp between 0 and 10000),
    discount_minor ${t.money} check (discount_minor >= 0),
    lines ${t.json} not null,
    note ${t.text},
    payment_account_id ${t.id},
    net_minor ${t.money} not null,
    tax_minor ${t.money} not null,
    total_minor ${t.money} not null check (total_minor >= 0),
    credited_minor ${t.money} not null,
    paid_minor ${t.money} not null check (paid_minor >= 0),
    refunded_minor ${t.money} not null check (refunded_minor >= 0),
    series ${t.text} check (series in ('invoice', 'credit_note')),
    period ${t.text},
    sequence integer check (sequence > 0),
    number ${t.text},
    buyer_name ${t.text},
    sent_at ${t.instant},
    overdue_from ${t.day},
    canceled_at ${t.instant},
    paid_at ${t.instant},
    search_text ${t.text} not null,
    created_by ${t.id},
    created_at ${t.instant} not null,
    updated_at ${t.instant} not null,
    primary key (team_id, id),
    unique (team_id, number),
    unique (team_id, series, period, sequence),
    foreign key (team_id, customer_id) references customers (team_id, id),
    foreign key (team_id, credits_id) references invoices (team_id, id),
    foreign key (team_id, payment_account_id) references payment_accounts (team_id, id),
    check ((number is null) = (series is null) and (number is null) = (period is null)
      and (number is null) = (sequence is null) and (number is null) = (sent_at is null)),
    check ((type = 'credit_note') = (credits_id is not null)),
    check (credited_minor between 0 and total_minor),
    check (discount_bp is null or discount_minor is null)
  )`;
}

const INDEXES = [
  `create index invoices_newest on invoices
    (team_id, created_at, id, type, status, issue_date, customer_id, search_text)`,
  `create index invoices_by_status on invoices (team_id, status, overdue_from, id)`,
  `create index invoices_by_customer on invoices (team_id, customer_id, created_at, id)`,
  `create index invoices_paid on invoices (team_id, paid_at) where paid_at is not null`,
  `create index invoices_credited on invoices (team_id, credits_id) where credits_id is not null`,
];

function ofInvoices(t: ColumnTypes): readonly string[] {
  const invoice = `foreign key (team_id, invoice_id) references invoices (team_id, id)`;
  return [
    `create table invoice_documents (
      team_id ${t.id} not null,
      invoice_id ${t.id} not null,
      body ${t.text} not null,
      sha256 ${t.text} not null,
      renderer ${t.text},
      pdf ${t.bytes},
      pdf_sha256 ${t.text},
      primary key (team_id, invoice_id),
      ${invoice},
      check ((pdf is null) = (pdf_sha256 is null) and (pdf is null) = (renderer is null))
    )`,
    `create table invoice_mails (
      team_id ${t.id} not null,
      id ${t.id} not null,
      invoice_id ${t.id} not null,
      kind ${t.text} not null check (kind in ('invoice', 'credit_note', 'canceled')),
      recipients ${t.json} not null,
      reply_to ${t.text},
      subject ${t.text} not null,
      text ${t.text} not null,
      message_id ${t.text} not null,
      dated_at ${t.instant} not null,
      state ${t.text} not null check (state in
        ('queued', 'sending', 'sent', 'failed', 'withdrawn', 'not_sent')),
      attempts integer not null,
      last_error ${t.text},
      refused ${t.json} not null,
      sent_at ${t.instant},
      created_by ${t.id},
      created_at ${t.instant} not null,
      primary key (team_id, id),
      ${invoice}
    )`,
    `create index invoice_mails_of_invoice on invoice_mails (team_id, invoice_id, created_at, id)`,
    `create index invoice_mails_newest on invoice_mails (team_id, created_at)`,
    `create table invoice_payments (
      team_id ${t.id} not null,
      id ${t.id} not null,
      invoice_id ${t.id} not null,
      kind ${t.text} not null check (kind in ('payment', 'refund')),
      paid_on ${t.day} not null,
      amount_minor ${t.money} not null check (amount_minor > 0),
      method ${t.text} not null check (method in ('transfer', 'card', 'cash', 'other')),
      note ${t.text},
      created_by ${t.id},
      created_at ${t.instant} not null,
      primary key (team_id, id),
      ${invoice}
    )`,
    `create index invoice_payments_of_invoice on invoice_payments
      (team_id, invoice_id, paid_on, id)`,
  ];
}

function numbers(t: ColumnTypes): readonly string[] {
  return [
    `create table invoice_counters (
      team_id ${t.id} not null references teams (id),
      series ${t.text} not null check (series in ('invoice', 'credit_note')),
      period ${t.text} not null,
      last_value integer not null,
      last_date ${t.day},
      primary key (team_id, series, period)
    )`,
    `create table invoice_number_skips (
      team_id ${t.id} not null references teams (id),
      id ${t.id} not null,
      series ${t.text} not null check (series in ('invoice', 'credit_note')),
      period ${t.text} not null,
      from_value integer not null,
      to_value integer not null,
      reason ${t.text} not null,
      created_by ${t.id},
      created_at ${t.instant} not null,
      primary key (team_id, id),
      unique (team_id, series, period, from_value),
      check (from_value between 1 and to_value)
    )`,
  ];
}
