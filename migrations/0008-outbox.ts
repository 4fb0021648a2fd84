import { sql } from "kysely";
import { COLUMN_TYPES, type ColumnTypes } from "./column-types.ts";
import type { Migration } from "./index.ts";

/** The queue of background jobs. */
export const outbox: Migration = {
  name: "0008-outbox",
  up: async (db, dialect) => {
    for (const statement of statements(COLUMN_TYPES[dialect])) await sql.raw(statement).execute(db);
  },
};

function statements(t: ColumnTypes): readonly string[] {
  return [
    `create table outbox (
      team_id ${t.id} not null references teams (id),
      id ${t.id} not null,
      job ${t.text} not null,
      subject_id ${t.id} not null,
      run_at ${t.instant} not null,
      attempts integer not null default 0,
      lease ${t.id},
      claimed_until ${t.instant},
      again ${t.boolean} not null default false,
      last_error ${t.text},
      done_at ${t.instant},
      dead_at ${t.instant},
      primary key (team_id, id),
      unique (team_id, job, subject_id),
      check ((lease is null) = (claimed_until is null)),
      check (lease is not null or not again),
      check (done_at is null or dead_at is null),
      check (lease is null or (done_at is null and dead_at is null))
    )`,
    // Workers take jobs of all teams; the collector deletes those of all teams.
    `create index outbox_due on outbox (run_at) where done_at is null and dead_at is null`,
    `create index outbox_done on outbox (done_at) where done_at is not null`,
    `create index outbox_dead on outbox (dead_at) where dead_at is not null`,
  ];
}
