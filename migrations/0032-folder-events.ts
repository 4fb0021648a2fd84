import { sql } from "kysely";
import type { Migration } from "./index.ts";

/** Finds the events of the operator's folder for receipts, as 0007 does those of other ways in. */
export const folderEvents: Migration = {
  name: "0032-folder-events",
  up: async (db) => {
    await sql`create index activity_events_folder on activity_events (team_id, created_at, id)
      where credential_kind = 'folder'`.execute(db);
  },
};
