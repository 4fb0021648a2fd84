import type { Instant } from "../../shared/time.ts";
import type { Json } from "./json.ts";

export type OauthTables = {
  oauth_clients: OauthClientsTable;
  oauth_requests: OauthRequestsTable;
  oauth_grants: OauthGrantsTable;
  oauth_access_tokens: OauthAccessTokensTable;
  oauth_refresh_tokens: OauthRefreshTokensTable;
};

/** Registered by itself, added by an administrator, or described by a document at its id. */
export type ClientKind = "registered" | "confidential" | "document";

type OauthClientsTable = {
  id: string;
  kind: ClientKind;
  name: string;
  redirect_uris: Json<readonly string[]>;
  client_uri: string | null;
  logo_uri: string | null;
  secret_hash: string | null;
  created_at: Instant;
  approved_at: Instant | null;
  /** Time until which a document need not be fetched again. */
  fresh_until: Instant | null;
};

type OauthRequestsTable = {
  request_hash: string;
  session_id: string;
  client_id: string;
  redirect_uri: string;
  scopes: Json<readonly string[]>;
  /** As in the query string, percent-encoded. */
  state: string | null;
  code_challenge: string;
  expires_at: Instant;
};

export type GrantEnd =
  | "disconnected"
  | "revoked"
  | "removed"
  | "code_replayed"
  | "refresh_token_reused";

type OauthGrantsTable = {
  team_id: string;
  id: string;
  user_id: string;
  client_id: string;
  scopes: Json<readonly string[]>;
  created_at: Instant;
  expires_at: Instant;
  code_hash: string;
  code_challenge: string;
  redirect_uri: string;
  code_expires_at: Instant;
  redeemed_at: Instant | null;
  ended_at: Instant | null;
  ended_because: GrantEnd | null;
  last_used_at: Instant | null;
  last_used_by: string | null;
  client_name: string | null;
  client_version: string | null;
};

type OauthTokensTable = {
  team_id: string;
  id: string;
  grant_id: string;
  token_hash: string;
  created_at: Instant;
  expires_at: Instant;
};

type OauthAccessTokensTable = OauthTokensTable & { scopes: Json<readonly string[]> };

/** Spent once its successor is issued. */
type OauthRefreshTokensTable = OauthTokensTable & { spent_at: Instant | null };
