import { sql } from "kysely";
import type { Dialect } from "../src/db/dialect.ts";
import { COLUMN_TYPES } from "./column-types.ts";
import type { Migration } from "./index.ts";

/** Keeps which transactions have a counterpart, and reads open ones and those of an import in indexes alone. */
export const lookAlikes: Migration = {
  name: "0021-look-alikes",
  up: async (db, dialect) => {
    const t = COLUMN_TYPES[dialect];
    for (const statement of [
      `create table look_alikes (
        team_id ${t.id} not null,
        transaction_id ${t.id} not null,
        kind ${t.text} not null check (kind in ('transfer', 'duplicate')),
        primary key (team_id, transaction_id, kind),
        foreign key (team_id, transaction_id) references transactions (team_id, id)
      )`,
      `create index look_alikes_by_kind on look_alikes (team_id, kind, transaction_id)`,
      ...filled(dialect),
      // With what a count of open transactions compares, and how amounts in two currencies do.
      `drop index transactions_by_category`,
      `create index transactions_by_category on transactions
        (team_id, category_slug, date, id, standing, status, base_minor)`,
      // A page of an import, in its order.
      `drop index transactions_by_import`,
      `create index transactions_by_import on transactions (team_id, import_id, date, id)
        where import_id is not null`,
      // Counts of a party's open ones, and the newest of them.
      `drop index transactions_by_party`,
      `create index transactions_by_party on transactions
        (team_id, party_key, date, id, category_slug, standing) where party_key is not null`,
      // Open ones in another currency than the team's, which few are.
      `create index transactions_exchanged on transactions (team_id, date, id)
        where rate_day is not null and category_slug is null and standing = 'counted'`,
      // Left out of reports: none, where rates are loaded.
      `create index transactions_unrated on transactions (team_id, bank_account_id, date, status)
        where base_minor is null`,
    ])
      await sql.raw(statement).execute(db);
  },
};

function filled(dialect: Dialect): readonly string[] {
  const within = (days: number) =>
    dialect === "sqlite"
      ? `other.date between date(one.date, '-${days} days') and date(one.date, '${days} days')`
      : `other.date between one.date - ${days} and one.date + ${days}`;
  const noted = (kind: string, isAlike: string) =>
    `insert into look_alikes (team_id, transaction_id, kind)
      select distinct one.team_id, one.id, '${kind}'
      from transactions as one cross join transactions as other
      where one.standing = 'counted' and other.standing = 'counted'
        and other.team_id = one.team_id and ${isAlike}`;
  return [
    noted(
      "transfer",
      `other.amount_minor = -one.amount_minor and ${within(5)}
        and other.bank_account_id <> one.bank_account_id and other.currency = one.currency`,
    ),
    noted(
      "duplicate",
      `other.amount_minor = one.amount_minor and ${within(3)} and other.id <> one.id
        and other.bank_account_id = one.bank_account_id
        and (other.source <> one.source or coalesce(other.signature, '') <> coalesce(one.signature, ''))`,
    ),
  ];
}
