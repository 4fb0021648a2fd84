import { sql } from "kysely";
import { COLUMN_TYPES, type ColumnTypes } from "./column-types.ts";
import type { Migration } from "./index.ts";

/** What the protocol keeps between calls. */
export const protocol: Migration = {
  name: "0002-protocol",
  up: async (db, dialect) => {
    for (const statement of statements(COLUMN_TYPES[dialect])) await sql.raw(statement).execute(db);
  },
};

function statements(t: ColumnTypes): readonly string[] {
  return [
    // One row, made by the first process that starts: what seals and signs when SECRET is not set.
    `create table server_secrets (
      name ${t.text} not null primary key,
      secret ${t.text} not null
    )`,
    // Answers to questions that have had their effect, until they would be too old anyway.
    `create table spent_answers (
      team_id ${t.id} not null references teams (id),
      nonce ${t.id} not null,
      expires_at ${t.instant} not null,
      primary key (team_id, nonce)
    )`,
    // Writes under an idempotency key, each with what it answered, as text so that its bytes stay.
    `create table idempotent_calls (
      team_id ${t.id} not null references teams (id),
      credential_id ${t.id} not null,
      tool ${t.text} not null,
      key ${t.text} not null,
      arguments_hash ${t.text} not null,
      answer ${t.text} not null,
      expires_at ${t.instant} not null,
      primary key (team_id, credential_id, tool, key)
    )`,
    `create index idempotent_calls_by_expiry on idempotent_calls (team_id, expires_at)`,
  ];
}
