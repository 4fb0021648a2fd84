import { sql } from "kysely";
import { COLUMN_TYPES } from "./column-types.ts";
import type { Migration } from "./index.ts";

/** Rotated keys name their successor; keys and grants name the client that used them last. */
export const keyRotation: Migration = {
  name: "0006-key-rotation",
  up: async (db, dialect) => {
    const { id, text } = COLUMN_TYPES[dialect];
    for (const statement of [
      `alter table api_keys add column replaced_by ${id}`,
      `alter table api_keys add column last_used_by ${text}`,
      `alter table oauth_grants add column last_used_by ${text}`,
    ])
      await sql.raw(statement).execute(db);
  },
};
