import type { Instant } from "../../shared/time.ts";
import type { Json } from "./json.ts";

export type AccountsTables = {
  users: UsersTable;
  teams: TeamsTable;
  memberships: MembershipsTable;
  invitations: InvitationsTable;
  api_keys: ApiKeysTable;
  sessions: SessionsTable;
  setup_links: SetupLinksTable;
  call_log: CallLogTable;
  spent_answers: SpentAnswersTable;
  counted_deletions: { team_id: string; id: string; deleted_at: Instant };
  idempotent_calls: IdempotentCallsTable;
  server_secrets: { name: string; secret: string };
  /** When rows that are over were last deleted. */
  collections: { name: string; last_at: Instant };
};

type UsersTable = {
  id: string;
  email: string;
  /** Lower case; unique. */
  email_key: string;
  name: string;
  /** Argon2id in its PHC string form, or null while the person has none. */
  password_hash: string | null;
  password_set_at: Instant | null;
  time_zone: string;
  /** Null until somebody has shown that the address is theirs, or an operator has said so. */
  verified_at: Instant | null;
  created_at: Instant;
};

type TeamsTable = {
  id: string;
  name: string;
  base_currency: string;
  destructive_ai_tools: boolean;
  destructive_ai_tools_until: Instant | null;
  /** By assistants that cannot ask a person; null for no limit. */
  deletions_per_hour: number | null;
  member_full_access: boolean;
  country_code: string | null;
  /** Month and first day, `MM-01`. */
  fiscal_year_start: string;
  time_zone: string;
  /** The person who made it in the web app; null when an operator did. */
  made_by: string | null;
  /** Left side of the address to which receipts are mailed; null until somebody has made one. */
  inbox_token: string | null;
  created_at: Instant;
};

export type Role = "owner" | "admin" | "member";

type MembershipsTable = { team_id: string; user_id: string; role: Role; created_at: Instant };

/** Open until it is accepted or revoked; an expired one can be renewed. */
type InvitationsTable = {
  team_id: string;
  /** Unique across teams, since the link contains it. */
  id: string;
  email: string;
  /** As in `users`; at most one open invitation per team. */
  email_key: string;
  role: Role;
  invited_by: string | null;
  created_at: Instant;
  expires_at: Instant;
  accepted_at: Instant | null;
  accepted_by: string | null;
  revoked_at: Instant | null;
};

type ApiKeysTable = {
  team_id: string;
  id: string;
  user_id: string;
  name: string;
  scopes: Json<readonly string[]>;
  secret_hash: string;
  hint: string;
  created_at: Instant;
  expires_at: Instant | null;
  revoked_at: Instant | null;
  replaced_by: string | null;
  last_used_at: Instant | null;
  last_used_by: string | null;
  client_name: string | null;
  client_version: string | null;
};

type SessionsTable = {
  id: string;
  user_id: string;
  token_hash: string;
  device: string;
  created_at: Instant;
  last_seen_at: Instant;
  authenticated_at: Instant;
  expires_at: Instant;
};

type SetupLinksTable = { token_hash: string; expires_at: Instant };

type CallLogTable = {
  team_id: string;
  created_at: Instant;
  id: string;
  user_id: string;
  credential_kind: "api_key" | "oauth_grant";
  credential_id: string;
  client_name: string | null;
  /** Name of the tool, prompt or resource; null for calls that were only counted. */
  tool: string | null;
  outcome: "done" | "refused" | "failed" | null;
  reason: string | null;
  row_count: number | null;
  milliseconds: number | null;
  /** 1; above it only for calls that were counted. */
  calls: number;
};

type SpentAnswersTable = { team_id: string; nonce: string; expires_at: Instant };

type IdempotentCallsTable = {
  team_id: string;
  credential_id: string;
  tool: string;
  key: string;
  arguments_hash: string;
  /** JSON text, to be repeated byte for byte; empty until the call has ended. */
  answer: string;
  expires_at: Instant;
};
