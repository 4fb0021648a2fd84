import { sql } from "kysely";
import { COLUMN_TYPES, type ColumnTypes } from "./column-types.ts";
import type { Migration } from "./index.ts";

/** Web sessions, set-up links, and the OAuth server's clients, grants and tokens. Secrets are hashes. */
export const signInAndOauth: Migration = {
  name: "0004-sign-in-and-oauth",
  up: async (db, dialect) => {
    for (const statement of statements(COLUMN_TYPES[dialect])) await sql.raw(statement).execute(db);
  },
};

function statements(t: ColumnTypes): readonly string[] {
  return [
    `alter table users add column password_set_at ${t.instant}`,
    `create table setup_links (
      token_hash ${t.text} not null primary key,
      expires_at ${t.instant} not null
    )`,
    `create table sessions (
      id ${t.id} not null primary key,
      user_id ${t.id} not null references users (id),
      token_hash ${t.text} not null unique,
      device ${t.text} not null,
      created_at ${t.instant} not null,
      last_seen_at ${t.instant} not null,
      authenticated_at ${t.instant} not null,
      expires_at ${t.instant} not null
    )`,
    `create index sessions_by_user on sessions (user_id)`,
    `create index sessions_by_expiry on sessions (expires_at)`,
    `create index sessions_by_last_seen on sessions (last_seen_at)`,
    `create table oauth_clients (
      id ${t.text} not null primary key,
      kind ${t.text} not null check (kind in ('registered', 'confidential', 'document')),
      name ${t.text} not null,
      redirect_uris ${t.json} not null,
      client_uri ${t.text},
      logo_uri ${t.text},
      secret_hash ${t.text},
      created_at ${t.instant} not null,
      approved_at ${t.instant},
      fresh_until ${t.instant},
      check ((kind = 'confidential') = (secret_hash is not null)),
      check ((kind = 'document') = (fresh_until is not null))
    )`,
    `create index oauth_clients_unapproved on oauth_clients (created_at) where approved_at is null`,
    // Authorization requests waiting for the person's answer.
    `create table oauth_requests (
      request_hash ${t.text} not null primary key,
      session_id ${t.id} not null references sessions (id) on delete cascade,
      client_id ${t.text} not null references oauth_clients (id) on delete cascade,
      redirect_uri ${t.text} not null,
      scopes ${t.json} not null,
      state ${t.text},
      code_challenge ${t.text} not null,
      expires_at ${t.instant} not null
    )`,
    `create index oauth_requests_by_session on oauth_requests (session_id)`,
    `create index oauth_requests_by_client on oauth_requests (client_id)`,
    `create index oauth_requests_by_expiry on oauth_requests (expires_at)`,
    // An approval with the one code issued for it. Its tokens end with it.
    `create table oauth_grants (
      team_id ${t.id} not null references teams (id),
      id ${t.id} not null,
      user_id ${t.id} not null references users (id),
      client_id ${t.text} not null references oauth_clients (id),
      scopes ${t.json} not null,
      created_at ${t.instant} not null,
      expires_at ${t.instant} not null,
      code_hash ${t.text} not null unique,
      code_challenge ${t.text} not null,
      redirect_uri ${t.text} not null,
      code_expires_at ${t.instant} not null,
      redeemed_at ${t.instant},
      ended_at ${t.instant},
      ended_because ${t.text},
      last_used_at ${t.instant},
      client_name ${t.text},
      client_version ${t.text},
      primary key (team_id, id),
      check ((ended_at is null) = (ended_because is null))
    )`,
    `create index oauth_grants_by_user on oauth_grants (user_id, created_at, id)`,
    `create index oauth_grants_by_client on oauth_grants (client_id)`,
    `create index oauth_grants_by_expiry on oauth_grants (expires_at)`,
    `create index oauth_grants_unredeemed on oauth_grants (code_expires_at) where redeemed_at is null`,
    `create table oauth_access_tokens (
      team_id ${t.id} not null,
      id ${t.id} not null,
      grant_id ${t.id} not null,
      token_hash ${t.text} not null unique,
      scopes ${t.json} not null,
      created_at ${t.instant} not null,
      expires_at ${t.instant} not null,
      primary key (team_id, id),
      foreign key (team_id, grant_id) references oauth_grants (team_id, id) on delete cascade
    )`,
    `create table oauth_refresh_tokens (
      team_id ${t.id} not null,
      id ${t.id} not null,
      grant_id ${t.id} not null,
      token_hash ${t.text} not null unique,
      created_at ${t.instant} not null,
      expires_at ${t.instant} not null,
      spent_at ${t.instant},
      primary key (team_id, id),
      foreign key (team_id, grant_id) references oauth_grants (team_id, id) on delete cascade
    )`,
    ...["oauth_access_tokens", "oauth_refresh_tokens"].flatMap((table) => [
      `create index ${table}_by_grant on ${table} (team_id, grant_id)`,
      `create index ${table}_by_expiry on ${table} (expires_at)`,
    ]),
    // For the job that deletes expired rows of all teams; calls no longer do so.
    `drop index idempotent_calls_by_expiry`,
    `create index spent_answers_over on spent_answers (expires_at)`,
    `create index idempotent_calls_over on idempotent_calls (expires_at)`,
  ];
}
