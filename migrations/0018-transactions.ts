import { sql } from "kysely";
import type { Dialect } from "../src/db/dialect.ts";
import { COLUMN_TYPES, type ColumnTypes } from "./column-types.ts";
import type { Migration } from "./index.ts";

/** Transactions with their parts and tags, what imports and rules keep, and totals of months. */
export const transactions: Migration = {
  name: "0018-transactions",
  up: async (db, dialect) => {
    const t = COLUMN_TYPES[dialect];
    for (const statement of [
      ...rulesAndImports(t),
      ...transactionTables(t),
      ...INDEXES,
      ...importedThings(t),
      totals(t, dialect),
    ])
      await sql.raw(statement).execute(db);
  },
};

function rulesAndImports(t: ColumnTypes): readonly string[] {
  return [
    `create table rules (
      team_id ${t.id} not null references teams (id),
      id ${t.id} not null,
      position integer not null,
      name ${t.text} not null,
      is_on ${t.boolean} not null,
      conditions ${t.json} not null,
      actions ${t.json} not null,
      created_at ${t.instant} not null,
      updated_at ${t.instant} not null,
      primary key (team_id, id)
    )`,
    `create index rules_in_order on rules (team_id, position, id)`,
    `create table imports (
      team_id ${t.id} not null,
      id ${t.id} not null,
      bank_account_id ${t.id} not null,
      file_name ${t.text} not null,
      file_sha256 ${t.text} not null,
      file_bytes integer not null,
      format ${t.text} not null check (format in ('csv', 'ofx', 'qif', 'camt', 'mt940')),
      signature ${t.text} not null,
      mapping ${t.json} not null,
      first_date ${t.day},
      last_date ${t.day},
      counts ${t.json} not null,
      opening_minor ${t.money},
      closing_minor ${t.money},
      difference_minor ${t.money},
      created_at ${t.instant} not null,
      primary key (team_id, id),
      foreign key (team_id, bank_account_id) references bank_accounts (team_id, id)
    )`,
    `create index imports_by_account on imports (team_id, bank_account_id, created_at, id)`,
  ];
}

const TAX = (t: ColumnTypes) => `
      tax_rate_bp integer check (tax_rate_bp between 0 and 10000),
      tax_type ${t.text},
      tax_minor ${t.money}`;

function transactionTables(t: ColumnTypes): readonly string[] {
  return [
    // A category may be one of the system, and a rule may go while its rows stay: no foreign keys.
    `create table transactions (
      team_id ${t.id} not null,
      id ${t.id} not null,
      bank_account_id ${t.id} not null,
      date ${t.day} not null,
      value_date ${t.day},
      name ${t.text} not null,
      bank_name ${t.text},
      description ${t.text},
      reference ${t.text},
      counterparty_hash ${t.text},
      counterparty_masked ${t.text},
      amount_minor ${t.money} not null check (amount_minor <> 0),
      currency ${t.text} not null,
      original_minor ${t.money},
      original_currency ${t.text},
      details ${t.json},
      status ${t.text} not null check (status in
        ('pending', 'posted', 'completed', 'exported', 'archived', 'excluded')),
      category_slug ${t.text},
      category_by ${t.text} check (category_by in ('person', 'assistant', 'rule', 'bank')),
      rule_id ${t.id},
      is_split ${t.boolean} not null,
      transfer_id ${t.id},${TAX(t)},
      note ${t.text},
      source ${t.text} not null check (source in ('hand', 'csv', 'ofx', 'qif', 'camt', 'mt940')),
      signature ${t.text},
      import_id ${t.id},
      line integer,
      bank_id ${t.text},
      row_key ${t.text},
      created_at ${t.instant} not null,
      updated_at ${t.instant} not null,
      month ${t.text} not null,
      standing ${t.text} not null check (standing in
        ('pending', 'excluded', 'split', 'transfer', 'counted')),
      base_minor ${t.money},
      rate_day ${t.day},
      party_key ${t.text},
      search_text ${t.text} not null,
      primary key (team_id, id),
      foreign key (team_id, bank_account_id) references bank_accounts (team_id, id),
      foreign key (team_id, import_id) references imports (team_id, id),
      check ((original_minor is null) = (original_currency is null))
    )`,
    `create table transaction_parts (
      team_id ${t.id} not null,
      transaction_id ${t.id} not null,
      position integer not null,
      amount_minor ${t.money} not null check (amount_minor <> 0),
      category_slug ${t.text},
      name ${t.text},
      note ${t.text},${TAX(t)},
      base_minor ${t.money},
      primary key (team_id, transaction_id, position),
      foreign key (team_id, transaction_id) references transactions (team_id, id)
    )`,
    `create index transaction_parts_by_category on transaction_parts
      (team_id, category_slug, transaction_id)`,
    `create table transaction_tags (
      team_id ${t.id} not null,
      transaction_id ${t.id} not null,
      tag_id ${t.id} not null,
      primary key (team_id, transaction_id, tag_id),
      foreign key (team_id, transaction_id) references transactions (team_id, id),
      foreign key (team_id, tag_id) references tags (team_id, id)
    )`,
    `create index transaction_tags_by_tag on transaction_tags (team_id, tag_id, transaction_id)`,
  ];
}

/** Each costs every import: a new one needs a query that cannot do without it. */
const INDEXES: readonly string[] = [
  // Lists and their search, without reading rows that do not match.
  `create index transactions_newest on transactions (team_id, date, id, search_text)`,
  // Lists, balances, and the search for duplicates.
  `create index transactions_by_account on transactions
    (team_id, bank_account_id, date, id, amount_minor, status)`,
  `create index transactions_by_category on transactions (team_id, category_slug, date, id)`,
  `create index transactions_by_status on transactions (team_id, status, date, id)`,
  `create index transactions_for_reports on transactions
    (team_id, standing, month, category_slug, date, base_minor)`,
  `create index transactions_by_party on transactions (team_id, party_key, date, category_slug)
    where party_key is not null`,
  `create index transactions_by_import on transactions (team_id, import_id)
    where import_id is not null`,
  `create unique index transactions_by_bank_id on transactions (team_id, bank_account_id, bank_id)
    where bank_id is not null`,
  `create unique index transactions_by_row_key on transactions (team_id, bank_account_id, row_key)
    where row_key is not null`,
  // A transfer has one side that pays and one that receives.
  `create unique index transactions_by_transfer on transactions
    (team_id, transfer_id, (amount_minor < 0)) where transfer_id is not null`,
  // Pairs of equal amounts: the two sides of a transfer, or the same payment twice.
  `create index transactions_by_amount on transactions
    (team_id, amount_minor, date, bank_account_id, id) where standing = 'counted'`,
  // Only what somebody corrected, so that imports do not pay for it.
  `create index transactions_corrected on transactions (team_id, rule_id, category_slug)
    where rule_id is not null and category_by <> 'rule'`,
];

function importedThings(t: ColumnTypes): readonly string[] {
  return [
    `create table statement_balances (
      team_id ${t.id} not null,
      id ${t.id} not null,
      bank_account_id ${t.id} not null,
      date ${t.day} not null,
      minor ${t.money} not null,
      kind ${t.text} not null check (kind in ('statement', 'by_hand', 'intraday')),
      import_id ${t.id},
      number ${t.text},
      primary key (team_id, id),
      unique (team_id, bank_account_id, date, kind),
      foreign key (team_id, bank_account_id) references bank_accounts (team_id, id),
      foreign key (team_id, import_id) references imports (team_id, id)
    )`,
    // The survivor may go while the key stays known: no foreign key.
    `create table forgotten_rows (
      team_id ${t.id} not null,
      bank_account_id ${t.id} not null,
      key ${t.text} not null,
      why ${t.text} not null check (why in ('deleted', 'merged')),
      survivor_id ${t.id},
      primary key (team_id, bank_account_id, key),
      foreign key (team_id, bank_account_id) references bank_accounts (team_id, id)
    )`,
    // A pair stays rejected when one side is deleted and brought back: no foreign keys.
    `create table rejected_pairs (
      team_id ${t.id} not null references teams (id),
      id ${t.id} not null,
      one_id ${t.id} not null,
      other_id ${t.id} not null,
      kind ${t.text} not null check (kind in ('transfer', 'duplicate')),
      primary key (team_id, id),
      unique (team_id, one_id, other_id, kind),
      check (one_id < other_id)
    )`,
  ];
}

/** Sums of base amounts, which the writer of transactions keeps. There is no row for no transactions. */
function totals(t: ColumnTypes, dialect: Dialect): string {
  return `create table month_totals (
    team_id ${t.id} not null references teams (id),
    month ${t.text} not null,
    standing ${t.text} not null,
    category_slug ${t.text} not null,
    in_minor bigint not null,
    out_minor bigint not null,
    in_count integer not null,
    out_count integer not null,
    unrated_count integer not null,
    -- Below the bounds of 64 bits, where SQLite would go on with floating point.
    check (in_minor between -4000000000000000000 and 4000000000000000000),
    check (out_minor between -4000000000000000000 and 4000000000000000000),
    primary key (team_id, month, standing, category_slug)
  )${dialect === "sqlite" ? " without rowid" : ""}`;
}
