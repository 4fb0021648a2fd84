import { sql } from "kysely";
import type { Migration } from "./index.ts";

/** Counts what each rule has set, beside what was corrected. Only rows that a rule set pay for it. */
export const ruleCounts: Migration = {
  name: "0020-rule-counts",
  up: async (db) => {
    await sql`drop index transactions_corrected`.execute(db);
    await sql`create index transactions_by_rule
      on transactions (team_id, rule_id, category_by, category_slug)
      where rule_id is not null`.execute(db);
  },
};
