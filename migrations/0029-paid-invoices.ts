import { sql } from "kysely";
import type { Dialect } from "../src/db/dialect.ts";
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
      ...billedTotals(dialect),
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
    // The part of the transaction's amount that the payment takes, in the transaction's currency.
    `alter table invoice_payments add column bank_minor ${t.money} check (bank_minor > 0)`,
    // Columns that the link gave the transaction, with their values: unlinking takes them back.
    `alter table invoice_payments add column gave ${t.json}`,
    `create index invoice_payments_of_transaction on invoice_payments (team_id, transaction_id)
      where transaction_id is not null`,
  ];
}

function customers(t: ColumnTypes): readonly string[] {
  return [
    // Whole in the index: lists of customers sum it up for each row.
    `create index invoices_owed on invoices (team_id, customer_id, currency, overdue_from,
      total_minor, credited_minor, paid_minor, refunded_minor) where status = 'unpaid'`,
    `alter table customers add column invoice_name ${t.text}`,
    `alter table customers add column invoice_language ${t.text}`,
    `alter table customers add column tax_rate_id ${t.id}`,
    // No foreign key: a rate that customers have is archived instead of deleted.
    `create index customers_of_tax_rate on customers (team_id, tax_rate_id) where tax_rate_id is not null`,
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

/**
 * Seconds of the kept totals that invoices have. They count while the entry is there: time of a deleted one stays on
 * its invoice alone.
 */
function billedTotals(dialect: Dialect): readonly string[] {
  return [
    `alter table tracker_totals add column billed bigint not null default 0`,
    ...(dialect === "sqlite" ? SQLITE_TRIGGERS : POSTGRES_TRIGGERS),
  ];
}

const KEY = "team_id, project_id, assigned_id";
const HELD_KEY = "held.team_id, held.project_id, held.assigned_id";

const ENTRY = `select 1 from tracker_entries
  where team_id = held.team_id and id = held.entry_id offset 0`;
const HELD = `select * from invoice_time
  where team_id = entry.team_id and entry_id = entry.id offset 0`;

/** Triggers of one event run in any order on SQLite: a total may come after its billed part. */
const SQLITE_TRIGGERS: readonly string[] = [
  `create trigger invoice_time_insert after insert on invoice_time begin
    update tracker_totals set billed = billed + new.seconds where ${isTotalOf("new")} and ${hasEntry("new")};
  end`,
  `create trigger invoice_time_delete after delete on invoice_time begin
    update tracker_totals set billed = billed - old.seconds where ${isTotalOf("old")} and ${hasEntry("old")};
  end`,
  `create trigger tracker_totals_insert_billed after insert on tracker_entries begin
    insert into tracker_totals (${KEY}, seconds, billed)
      select ${KEY}, 0, seconds from invoice_time where team_id = new.team_id and entry_id = new.id
      on conflict (${KEY}) do update set billed = billed + excluded.billed;
  end`,
  `create trigger tracker_totals_delete_billed after delete on tracker_entries begin
    update tracker_totals set billed = billed - (select seconds from invoice_time
        where team_id = old.team_id and entry_id = old.id)
      where ${isTotalOf("old")}
        and exists (select 1 from invoice_time where team_id = old.team_id and entry_id = old.id);
  end`,
];

function isTotalOf(row: "new" | "old"): string {
  return KEY.split(", ")
    .map((column) => `${column} = ${row}.${column}`)
    .join(" and ");
}

function hasEntry(row: "new" | "old"): string {
  return `exists (select 1 from tracker_entries where team_id = ${row}.team_id and id = ${row}.entry_id)`;
}

/**
 * PostgreSQL's triggers run for each statement, after those of the totals: they are called by name. Each row looks in
 * an index, so that no plan reads a whole table for a single entry. Totals are written in the order of their key.
 */
const POSTGRES_TRIGGERS: readonly string[] = [
  ...postgresTrigger("invoice_time_insert", "insert on invoice_time", {
    rows: "new table as changed",
    statement: billedBy(
      "sum(held.seconds)",
      `changed as held cross join lateral (${ENTRY}) as entry`,
    ),
  }),
  ...postgresTrigger("invoice_time_delete", "delete on invoice_time", {
    rows: "old table as changed",
    statement: billedBy(
      "-sum(held.seconds)",
      `changed as held cross join lateral (${ENTRY}) as entry`,
    ),
  }),
  ...postgresTrigger("tracker_totals_insert_billed", "insert on tracker_entries", {
    rows: "new table as changed",
    statement: billedBy(
      "sum(held.seconds)",
      `changed as entry cross join lateral (${HELD}) as held`,
    ),
  }),
  ...postgresTrigger("tracker_totals_delete_billed", "delete on tracker_entries", {
    rows: "old table as changed",
    statement: `update tracker_totals as total set billed = total.billed - gone.seconds
      from (select ${HELD_KEY}, sum(held.seconds) as seconds
        from changed as entry cross join lateral (${HELD}) as held group by ${HELD_KEY}) as gone
      where total.team_id = gone.team_id and total.project_id = gone.project_id
        and total.assigned_id = gone.assigned_id`,
  }),
];

function billedBy(seconds: string, rows: string): string {
  return `insert into tracker_totals as total (${KEY}, seconds, billed)
    select ${HELD_KEY}, 0, ${seconds} from ${rows} group by ${HELD_KEY} order by ${HELD_KEY}
    on conflict (${KEY}) do update set billed = total.billed + excluded.billed`;
}

type Statement = { readonly rows: string; readonly statement: string };

function postgresTrigger(
  name: string,
  event: string,
  { rows, statement }: Statement,
): readonly string[] {
  return [
    `create function ${name}() returns trigger language plpgsql as $$
      begin ${statement}; return null; end $$`,
    `create trigger ${name} after ${event}
      referencing ${rows} for each statement execute function ${name}()`,
  ];
}
