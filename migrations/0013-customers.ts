import { sql } from "kysely";
import { fold } from "../src/core/fold.ts";
import { COLUMN_TYPES } from "./column-types.ts";
import type { Migration } from "./index.ts";

/** Folded contacts of customers, and indexes for the web app's list and for imports. */
export const customers: Migration = {
  name: "0013-customers",
  up: async (db, dialect) => {
    const { text } = COLUMN_TYPES[dialect];
    await sql.raw(`alter table customers add column contact_folded ${text}`).execute(db);
    const { rows } = await sql<{
      team_id: string;
      id: string;
      contact: string;
    }>`select team_id, id, contact from customers where contact is not null`.execute(db);
    for (const { team_id, id, contact } of rows)
      await sql`update customers set contact_folded = ${fold(contact)}
        where team_id = ${team_id} and id = ${id}`.execute(db);
    for (const statement of INDEXES) await sql.raw(statement).execute(db);
  },
};

/**
 * The indexes of lists cover a page and its search. The last finds customers with the e-mail address of a
 * row to import.
 */
const INDEXES: readonly string[] = [
  `drop index customers_newest`,
  `create index customers_newest on customers
    (team_id, created_at, id, is_archived, name_folded, email_folded, contact_folded)`,
  `drop index customers_by_name`,
  `create index customers_by_name on customers
    (team_id, name_folded, id, is_archived, email_folded, contact_folded)`,
  `create index customers_by_email on customers (team_id, email_folded, id)`,
];
