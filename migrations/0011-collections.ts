import { sql } from "kysely";
import { COLUMN_TYPES } from "./column-types.ts";
import type { Migration } from "./index.ts";

/** The last time that rows that are over were deleted: one row, made by the first time. */
export const collections: Migration = {
  name: "0011-collections",
  up: async (db, dialect) => {
    const { text, instant } = COLUMN_TYPES[dialect];
    const table = `create table collections (
      name ${text} not null primary key,
      last_at ${instant} not null
    )`;
    await sql.raw(table).execute(db);
  },
};
