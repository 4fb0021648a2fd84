import { sql } from "kysely";
import { COLUMN_TYPES } from "./column-types.ts";
import type { Migration } from "./index.ts";

/**
 * Rates of the files that teams upload, for each team alone. The rates that are there stay with all teams: teams
 * could load them until this migration, so that none of them is known to be the operator's. Indexes of imports
 * and of parties get what is compared in them.
 */
export const teamFiles: Migration = {
  name: "0026-team-files",
  up: async (db, dialect) => {
    const t = COLUMN_TYPES[dialect];
    for (const statement of [
      `alter table exchange_rates add column is_proven ${t.boolean} not null default false`,
      `create table file_rates (
        team_id ${t.id} not null references teams (id),
        currency ${t.text} not null,
        day ${t.day} not null,
        rate ${t.rate} not null,
        primary key (team_id, currency, day)
      )${dialect === "sqlite" ? " without rowid" : ""}`,
      `create table rate_files (
        team_id ${t.id} not null references teams (id),
        id ${t.id} not null,
        name ${t.text} not null,
        rates integer not null,
        first_day ${t.day} not null,
        last_day ${t.day} not null,
        loaded_at ${t.instant} not null,
        primary key (team_id, id),
        unique (team_id)
      )`,
      // Sums of imports leave out excluded categories.
      `drop index transactions_by_import`,
      `create index transactions_by_import on transactions
        (team_id, import_id, date, id, standing, status, currency, amount_minor, category_slug)
        where import_id is not null`,
      // Similar ones have the same sign.
      `drop index transactions_by_party`,
      `create index transactions_by_party on transactions
        (team_id, party_key, date, id, category_slug, standing, amount_minor)
        where party_key is not null`,
    ])
      await sql.raw(statement).execute(db);
  },
};
