import { sql } from "kysely";
import { COLUMN_TYPES, type ColumnTypes } from "./column-types.ts";
import type { Migration } from "./index.ts";

/** Proof of addresses, the makers of teams, and an index for the chain of inviters. */
export const accounts: Migration = {
  name: "0010-accounts",
  up: async (db, dialect) => {
    for (const statement of statements(COLUMN_TYPES[dialect])) await sql.raw(statement).execute(db);
  },
};

function statements(t: ColumnTypes): readonly string[] {
  return [
    `alter table users add column verified_at ${t.instant}`,
    // An account that an invitation made has the time of its acceptance. Nobody knows any more if
    // its link was mailed or copied.
    `update users set verified_at = created_at where not exists (
      select 1 from invitations
      where accepted_by = users.id and accepted_at = users.created_at
    )`,
    `alter table teams add column made_by ${t.id} references users (id)`,
    `create index teams_made_by on teams (made_by) where made_by is not null`,
    `create index invitations_accepted_by on invitations (accepted_by)
      where accepted_by is not null`,
  ];
}
