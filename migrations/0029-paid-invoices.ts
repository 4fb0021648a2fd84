import { sql } from "kysely";
import { COLUMN_TYPES, type ColumnTypes } from "./column-types.ts";
import type { Migration } from "./index.ts";

/**
 * The link of an invoice's public page; payments that are booked from bank transactions; wishes of customers about
 * their invoices; tracked time that stands on an invoice, and the rules by which it is rounded.
 */
export const paidInvoices: Migration = {
  name: "0029-paid-invoices",
  up: async (db, dialect) => {
    const t = COLUMN_TYPES[dialect];
    for (const statement of [
      ...links(t),
      ...refunds(),
      ...bankPayments(t),
      ...customers(t),
      ...roundings(t),
      ...time(t),
    ])
      await sql.raw(statement).execute(db);
  },
};

function links(t: ColumnTypes): readonly string[] {
  return [
    // Random, and another one after the link was revoked: the token of the link is made of it.
    `alter table invoices add column link_id ${t.id}`,
    `alter table invoices add column opened_at ${t.instant}`,
    `create unique index invoices_by_link on invoices (link_id) where link_id is not null`,
  ];
}

function refunds(): readonly string[] {
  return [
    // Few invoices are paid twice, or credited after they were paid.
    `create index invoices_to_refund on invoices (team_id, created_at, id)
      where paid_minor - refunded_minor
        - case when canceled_at is null then total_minor - credited_minor else 0 end > 0`,
  ];
}

function bankPayments(t: ColumnTypes): readonly string[] {
  return [
    // No foreign key: a payment keeps its amount when its transaction goes, and the verbs clear the column.
    `alter table invoice_payments add column transaction_id ${t.id}`,
    // What the link gave the transaction, and unlinking takes back: columns with their values.
    `alter table invoice_payments add column gave ${t.json}`,
    `create index invoice_payments_of_transaction on invoice_payments (team_id, transaction_id)
      where transaction_id is not null`,
  ];
}

function customers(t: ColumnTypes): readonly string[] {
  return [
    `alter table customers add column invoice_name ${t.text}`,
    `alter table customers add column invoice_language ${t.text}`,
    `alter table customers add column tax_rate_id ${t.id}`,
  ];
}

/** Null where the wider rule holds: the customer's over the team's, the project's over both. */
function roundings(t: ColumnTypes): readonly string[] {
  return [
    `alter table customers add column rounding ${t.text}`,
    `alter table tracker_projects add column rounding ${t.text}`,
    `alter table invoice_settings add column rounding ${t.text} not null default 'none'`,
  ];
}

function time(t: ColumnTypes): readonly string[] {
  return [
    // Evidence of the hours on a line, which stays when the entry is deleted: no foreign keys to time.
    `create table invoice_time (
      team_id ${t.id} not null,
      id ${t.id} not null,
      invoice_id ${t.id} not null,
      line_id ${t.text} not null,
      entry_id ${t.id} not null,
      project_id ${t.id} not null,
      assigned_id ${t.id} not null,
      date ${t.day} not null,
      seconds integer not null check (seconds > 0),
      billed_seconds integer not null check (billed_seconds >= 0),
      description ${t.text},
      primary key (team_id, id),
      unique (team_id, entry_id),
      foreign key (team_id, invoice_id) references invoices (team_id, id)
    )`,
    `create index invoice_time_of_invoice on invoice_time (team_id, invoice_id, line_id, date, id)`,
    `create index invoice_time_of_project on invoice_time (team_id, project_id, date)`,
  ];
}
