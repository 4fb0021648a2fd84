import { sql } from "kysely";
import type { Dialect } from "../src/db/dialect.ts";
import { COLUMN_TYPES, type ColumnTypes } from "./column-types.ts";
import type { Migration } from "./index.ts";

/** Exchange rates of the ECB and of teams, and what they change in the teams' books. */
export const rates: Migration = {
  name: "0019-rates",
  up: async (db, dialect) => {
    const t = COLUMN_TYPES[dialect];
    for (const statement of [...publicRates(t, dialect), ...ofTeams(t)])
      await sql.raw(statement).execute(db);
  },
};

/** Of no team: the same for all. */
function publicRates(t: ColumnTypes, dialect: Dialect): readonly string[] {
  return [
    `create table exchange_rates (
      currency ${t.text} not null,
      day ${t.day} not null,
      rate ${t.rate} not null,
      primary key (currency, day)
    )${dialect === "sqlite" ? " without rowid" : ""}`,
    `create table rate_sources (
      name ${t.text} not null primary key,
      newest_day ${t.day},
      tried_at ${t.instant},
      failure ${t.text}
    )`,
  ];
}

function ofTeams(t: ColumnTypes): readonly string[] {
  return [
    `create table team_rates (
      team_id ${t.id} not null references teams (id),
      id ${t.id} not null,
      currency ${t.text} not null,
      day ${t.day} not null,
      rate ${t.rate} not null,
      primary key (team_id, id),
      unique (team_id, currency, day)
    )`,
    // Lists: the newest day first.
    `create index team_rates_by_day on team_rates (team_id, day, currency)`,
    `create table settlements (
      team_id ${t.id} not null references teams (id),
      id ${t.id} not null,
      from_day ${t.day} not null,
      to_day ${t.day} not null,
      primary key (team_id, id)
    )`,
  ];
}
