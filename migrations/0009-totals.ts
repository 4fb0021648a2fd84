import { sql } from "kysely";
import type { Dialect } from "../src/db/dialect.ts";
import { COLUMN_TYPES, type ColumnTypes } from "./column-types.ts";
import type { Migration } from "./index.ts";

/** Kept totals of tracked time, and indexes for lists that grow. */
export const totals: Migration = {
  name: "0009-totals",
  up: async (db, dialect) => {
    for (const statement of [
      ...tables(COLUMN_TYPES[dialect], dialect),
      ...(dialect === "sqlite" ? SQLITE_TRIGGERS : POSTGRES_TRIGGERS),
      // After the triggers: on PostgreSQL they lock the entries until the migration is committed.
      `insert into tracker_totals (${KEY}, seconds)
        select ${KEY}, sum(duration) from tracker_entries where duration > 0 group by ${KEY}`,
    ])
      await sql.raw(statement).execute(db);
  },
};

const KEY = "team_id, project_id, assigned_id";

function tables(t: ColumnTypes, dialect: Dialect): readonly string[] {
  return [
    // Seconds of all entries of a person on a project. There is no row where they are 0.
    `create table tracker_totals (
      team_id ${t.id} not null references teams (id),
      project_id ${t.id} not null,
      assigned_id ${t.id} not null,
      seconds bigint not null,
      primary key (${KEY})
    )${dialect === "sqlite" ? " without rowid" : ""}`,
    // Without the duration, which totals no longer need: stopping a timer leaves the index as it is.
    `drop index tracker_entries_by_project`,
    `create index tracker_entries_by_project on tracker_entries (team_id, project_id, sort_key)`,
    `create index tracker_entries_by_project_and_person on tracker_entries
      (team_id, project_id, assigned_id, sort_key)`,
  ];
}

const NO_TIME = `delete from tracker_totals where seconds = 0`;

/** SQLite's triggers run for each row. */
const SQLITE_TRIGGERS: readonly string[] = [
  `create trigger tracker_totals_insert after insert on tracker_entries
    when new.duration > 0 begin ${added()}; end`,
  `create trigger tracker_totals_delete after delete on tracker_entries
    when old.duration > 0 begin ${removed()}; end`,
  `create trigger tracker_totals_update
    after update of duration, team_id, project_id, assigned_id on tracker_entries
    when old.duration > 0 or new.duration > 0 begin ${added()}; ${removed()}; end`,
];

function added(): string {
  return `insert into tracker_totals (${KEY}, seconds)
    select new.team_id, new.project_id, new.assigned_id, new.duration where new.duration > 0
    on conflict (${KEY}) do update set seconds = seconds + excluded.seconds`;
}

function removed(): string {
  const isOld = `team_id = old.team_id and project_id = old.project_id
    and assigned_id = old.assigned_id`;
  return `update tracker_totals set seconds = seconds - old.duration
      where ${isOld} and old.duration > 0;
    ${NO_TIME} and ${isOld}`;
}

/**
 * PostgreSQL's triggers run for each statement, since a deletion of many entries would write a total once
 * for each. Totals are written in the order of their key.
 */
const POSTGRES_TRIGGERS: readonly string[] = [
  ...trigger("insert", "new table as added", [add("select * from added")]),
  ...trigger("delete", "old table as removed", [
    `update tracker_totals as total set seconds = total.seconds - gone.seconds
      from (select ${KEY}, sum(duration) as seconds from removed where duration > 0
        group by ${KEY}) as gone
      where ${isOf("gone")}`,
    noTimeOf("removed"),
  ]),
  ...trigger("update", "old table as removed new table as added", [
    add(`select ${KEY}, duration from added
      union all select ${KEY}, -duration from removed`),
    noTimeOf("removed"),
  ]),
];

function add(entries: string): string {
  return `insert into tracker_totals as total (${KEY}, seconds)
    select ${KEY}, sum(duration) from (${entries}) as entry
    group by ${KEY} having sum(duration) <> 0 order by ${KEY}
    on conflict (${KEY}) do update set seconds = total.seconds + excluded.seconds`;
}

function noTimeOf(entries: string): string {
  return `delete from tracker_totals as total
    using (select distinct ${KEY} from ${entries} where duration > 0) as gone
    where total.seconds = 0 and ${isOf("gone")}`;
}

function isOf(row: string): string {
  return KEY.split(", ")
    .map((column) => `total.${column} = ${row}.${column}`)
    .join(" and ");
}

function trigger(event: string, rows: string, statements: readonly string[]): readonly string[] {
  const name = `tracker_totals_${event}`;
  return [
    `create function ${name}() returns trigger language plpgsql as $$
      begin ${statements.map((statement) => `${statement};`).join(" ")} return null; end $$`,
    `create trigger ${name} after ${event} on tracker_entries
      referencing ${rows} for each statement execute function ${name}()`,
  ];
}
