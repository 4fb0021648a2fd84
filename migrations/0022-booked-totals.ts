import { sql } from "kysely";
import { COLUMN_TYPES } from "./column-types.ts";
import type { Migration } from "./index.ts";

/** Keeps what is booked on each account by month, so that a balance does not read all transactions. */
export const bookedTotals: Migration = {
  name: "0022-booked-totals",
  up: async (db, dialect) => {
    const t = COLUMN_TYPES[dialect];
    await sql
      .raw(
        `create table booked_totals (
          team_id ${t.id} not null,
          bank_account_id ${t.id} not null,
          month ${t.text} not null,
          minor bigint not null,
          count integer not null,
          -- Below the bounds of 64 bits, where SQLite would go on with floating point.
          check (minor between -4000000000000000000 and 4000000000000000000),
          primary key (team_id, bank_account_id, month),
          foreign key (team_id, bank_account_id) references bank_accounts (team_id, id)
        )${dialect === "sqlite" ? " without rowid" : ""}`,
      )
      .execute(db);
    await sql`insert into booked_totals (team_id, bank_account_id, month, minor, count)
      select team_id, bank_account_id, month, sum(amount_minor), count(*)
      from transactions where status <> 'pending'
      group by team_id, bank_account_id, month`.execute(db);
  },
};
