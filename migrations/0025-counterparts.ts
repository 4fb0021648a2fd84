import { sql } from "kysely";
import type { Migration } from "./index.ts";

/** Names the table by what its rows have: a counterpart. */
export const counterparts: Migration = {
  name: "0025-counterparts",
  up: async (db) => {
    for (const statement of [
      `alter table look_alikes rename to counterparts`,
      `drop index look_alikes_by_kind`,
      `create index counterparts_by_kind on counterparts (team_id, kind, transaction_id)`,
    ])
      await sql.raw(statement).execute(db);
  },
};
