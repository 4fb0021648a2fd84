import { sql } from "kysely";
import type { Migration } from "./index.ts";

/** Finds payments without a bank transaction by their day: reports name what they do not sum up. */
export const unlinkedPayments: Migration = {
  name: "0034-unlinked-payments",
  up: async (db) => {
    // All columns that the reports read. SQLite reads the row for a column of the condition alone.
    await sql`create index invoice_payments_unlinked on invoice_payments
      (team_id, paid_on, invoice_id, kind, amount_minor, transaction_id)
      where transaction_id is null`.execute(db);
  },
};
