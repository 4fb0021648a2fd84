import { sql } from "kysely";
import { COLUMN_TYPES } from "./column-types.ts";
import type { Migration } from "./index.ts";

/** Time of a project's last change. */
export const projects: Migration = {
  name: "0015-projects",
  up: async (db, dialect) => {
    const { instant } = COLUMN_TYPES[dialect];
    for (const statement of [
      // SQLite adds a column that is not null only with a default; no verb relies on it.
      `alter table tracker_projects
        add column updated_at ${instant} not null default '1970-01-01T00:00:00.000Z'`,
      `update tracker_projects set updated_at = created_at`,
    ])
      await sql.raw(statement).execute(db);
  },
};
