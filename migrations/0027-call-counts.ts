import { sql } from "kysely";
import type { Migration } from "./index.ts";

/**
 * Calls of the windows of rate limits, which the servers of a PostgreSQL database count together. Rows
 * change often, so pages keep room for their versions, and no index has a column that changes.
 */
export const callCounts: Migration = {
  name: "0027-call-counts",
  up: async (db, dialect) => {
    if (dialect === "sqlite") return;
    const table = `create unlogged table call_counts (
      id text not null primary key,
      used integer not null,
      is_allowed boolean not null,
      ends_at timestamptz not null
    ) with (fillfactor = 50)`;
    await sql.raw(table).execute(db);
  },
};
