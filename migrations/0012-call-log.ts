import { sql } from "kysely";
import { COLUMN_TYPES } from "./column-types.ts";
import type { Migration } from "./index.ts";

/** Calls of keys and apps, reads included, without arguments and results. */
export const callLog: Migration = {
  name: "0012-call-log",
  up: async (db, dialect) => {
    const t = COLUMN_TYPES[dialect];
    const statements = [
      `create table call_log (
        team_id ${t.id} not null references teams (id),
        created_at ${t.instant} not null,
        id ${t.id} not null,
        user_id ${t.id} not null,
        credential_kind ${t.text} not null check (credential_kind in ('api_key', 'oauth_grant')),
        credential_id ${t.id} not null,
        client_name ${t.text},
        tool ${t.text},
        outcome ${t.text} check (outcome in ('done', 'refused', 'failed')),
        reason ${t.text},
        row_count integer,
        milliseconds integer,
        calls integer not null default 1 check (calls > 0),
        primary key (team_id, created_at, id),
        check ((tool is null) = (outcome is null))
      )`,
      `create index call_log_by_credential on call_log (team_id, credential_id, created_at, id)`,
      // For members, who see their own calls alone.
      `create index call_log_by_user on call_log (team_id, user_id, created_at, id)`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
