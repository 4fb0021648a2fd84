import { sql } from "kysely";
import { fold } from "../src/core/fold.ts";
import { COLUMN_TYPES } from "./column-types.ts";
import type { Migration } from "./index.ts";

/** Folded names of projects, and indexes for finding customers and projects by name. */
export const names: Migration = {
  name: "0003-names",
  up: async (db, dialect) => {
    const { text } = COLUMN_TYPES[dialect];
    await sql
      .raw(`alter table tracker_projects add column name_folded ${text} not null default ''`)
      .execute(db);
    const projects = await sql<{
      team_id: string;
      id: string;
      name: string;
    }>`select team_id, id, name from tracker_projects`.execute(db);
    for (const { team_id, id, name } of projects.rows) {
      await sql`update tracker_projects set name_folded = ${fold(name)}
        where team_id = ${team_id} and id = ${id}`.execute(db);
    }
    for (const table of ["customers", "tracker_projects"]) {
      await sql
        .raw(`create index ${table}_by_name on ${table} (team_id, name_folded, id)`)
        .execute(db);
    }
  },
};
