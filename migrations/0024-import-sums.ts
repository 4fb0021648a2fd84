import { sql } from "kysely";
import type { Migration } from "./index.ts";

/** Sums of imports read an index alone: with all that they compare and add up. */
export const importSums: Migration = {
  name: "0024-import-sums",
  up: async (db) => {
    for (const statement of [
      `drop index transactions_by_import`,
      `create index transactions_by_import on transactions
        (team_id, import_id, date, id, standing, status, currency, amount_minor)
        where import_id is not null`,
    ])
      await sql.raw(statement).execute(db);
  },
};
