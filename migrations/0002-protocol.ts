import { sql } from "kysely";
import { COLUMN_TYPES, type ColumnTypes } from "./column-types.ts";
import type { Migration } from "./index.ts";

/** The server secret, used answers, and calls under an idempotency key. */
export const protocol: Migration = {
  name: "0002-protocol",
  up: async (db, dialect) => {
    for (const statement of statements(COLUMN_TYPES[dialect])) await sql.raw(statement).execute(db);
  },
};

function statements(t: ColumnTypes): readonly string[] {
  return [
    // One row, written by the first process to start: the server secret when SECRET is not set.
    `create table server_secrets (
      name ${t.text} not null primary key,
      secret ${t.text} not null
    )`,
    // Answers that were used already, kept until they would have expired.
    `create table spent_answers (
      team_id ${t.id} not null references teams (id),
      nonce ${t.id} not null,
      expires_at ${t.instant} not null,
      primary key (team_id, nonce)
    )`,
    // Writes under an idempotency key, each with its answer; stored as text to keep its bytes.
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
