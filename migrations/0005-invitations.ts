import { sql } from "kysely";
import { COLUMN_TYPES, type ColumnTypes } from "./column-types.ts";
import type { Migration } from "./index.ts";

/** Invitations to a team, and an end time for the switch that allows tools that delete. */
export const invitations: Migration = {
  name: "0005-invitations",
  up: async (db, dialect) => {
    for (const statement of statements(COLUMN_TYPES[dialect])) await sql.raw(statement).execute(db);
  },
};

function statements(t: ColumnTypes): readonly string[] {
  return [
    `alter table teams add column destructive_ai_tools_until ${t.instant}`,
    // The link is derived from id, expiry and server secret, so no part of it is stored.
    `create table invitations (
      team_id ${t.id} not null references teams (id),
      id ${t.id} not null unique,
      email ${t.text} not null,
      email_key ${t.text} not null,
      role ${t.text} not null check (role in ('owner', 'admin', 'member')),
      invited_by ${t.id} references users (id),
      created_at ${t.instant} not null,
      expires_at ${t.instant} not null,
      accepted_at ${t.instant},
      accepted_by ${t.id} references users (id),
      revoked_at ${t.instant},
      primary key (team_id, id),
      check ((accepted_at is null) = (accepted_by is null)),
      check (accepted_at is null or revoked_at is null)
    )`,
    // At most one open invitation per address and team, expired or not.
    `create unique index invitations_open on invitations (team_id, email_key)
      where accepted_at is null and revoked_at is null`,
  ];
}
