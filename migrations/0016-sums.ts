import { sql } from "kysely";
import type { Migration } from "./index.ts";

/** Indexes for sums: tracked time of a range of days, and what the rates of projects come to. */
export const sums: Migration = {
  name: "0016-sums",
  up: async (db) => {
    for (const statement of [
      // Covers sums by day, project and person. A timer enters it when it is stopped.
      `create index tracker_entries_by_day on tracker_entries
        (team_id, date, project_id, assigned_id, duration) where duration > 0`,
      `create index tracker_projects_with_rate on tracker_projects
        (team_id, currency, rate_minor, id) where billable and rate_minor is not null`,
    ])
      await sql.raw(statement).execute(db);
  },
};
