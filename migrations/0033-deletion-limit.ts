import { sql } from "kysely";
import { COLUMN_TYPES } from "./column-types.ts";
import type { Migration } from "./index.ts";

/** A team's limit of deletions by assistants that cannot ask a person, and those of the last hour. */
export const deletionLimit: Migration = {
  name: "0033-deletion-limit",
  up: async (db, dialect) => {
    const { id, instant } = COLUMN_TYPES[dialect];
    for (const statement of [
      // Null for no limit.
      `alter table teams add column deletions_per_hour integer`,
      // By the event of the deletion.
      `create table counted_deletions (
        team_id ${id} not null references teams (id),
        id ${id} not null,
        deleted_at ${instant} not null,
        primary key (team_id, id)
      )`,
      `create index counted_deletions_newest on counted_deletions (team_id, deleted_at)`,
    ])
      await sql.raw(statement).execute(db);
  },
};
