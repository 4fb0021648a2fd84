import { sql } from "kysely";
import type { Migration } from "./index.ts";

/** Indexes for counts and searches that read all of a large team. */
export const grownLists: Migration = {
  name: "0023-grown-lists",
  up: async (db) => {
    for (const statement of [
      // Counts read as little as they can: these are a third as large as the indexes of lists.
      `create index customers_counted on customers (team_id, is_archived)`,
      `create index customer_tags_counted on customer_tags (team_id, tag_id)`,
      // A search for projects compares their customers' names too, and reads no row of either.
      `create index customers_named on customers (team_id, id, name_folded)`,
      `drop index tracker_projects_by_status`,
      `create index tracker_projects_by_status on tracker_projects
        (team_id, status, created_at, id, name_folded, customer_id)`,
      `drop index tracker_projects_newest`,
      `create index tracker_projects_newest on tracker_projects (team_id, created_at, id, name_folded)`,
    ])
      await sql.raw(statement).execute(db);
  },
};
