import type { ColumnType, Kysely } from "kysely";
import type { Day, Instant } from "../core/time.ts";

/** Written as JSON text, read as the value it holds. */
type Json<T> = ColumnType<T, string, string>;

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
  created_at: Instant;
};

type TeamsTable = {
  id: string;
  name: string;
  base_currency: string;
  destructive_ai_tools: boolean;
  /** When the switch above goes off by itself; null when it stays as it is. */
  destructive_ai_tools_until: Instant | null;
  member_full_access: boolean;
  created_at: Instant;
};

export type Role = "owner" | "admin" | "member";

type MembershipsTable = { team_id: string; user_id: string; role: Role; created_at: Instant };

/** Open until it is accepted or revoked; an expired one can be renewed. */
type InvitationsTable = {
  team_id: string;
  /** Unique among all teams: the link has it. */
  id: string;
  email: string;
  /** As of a user; one open invitation to a team at most. */
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
  /** The last four characters, by which a person recognises the key. */
  hint: string;
  created_at: Instant;
  expires_at: Instant | null;
  revoked_at: Instant | null;
  /** The key that took its place when it was rotated. */
  replaced_by: string | null;
  last_used_at: Instant | null;
  /** The name of the client that used it last. */
  last_used_by: string | null;
  /** The client that last introduced itself with `initialize` under this key. */
  client_name: string | null;
  client_version: string | null;
};

type CustomersTable = {
  team_id: string;
  id: string;
  name: string;
  name_folded: string;
  email: string;
  email_folded: string;
  billing_email: string | null;
  phone: string | null;
  website: string | null;
  contact: string | null;
  note: string | null;
  vat_number: string | null;
  country: string | null;
  country_code: string | null;
  address_line_1: string | null;
  address_line_2: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  preferred_currency: string | null;
  default_payment_terms: number | null;
  is_archived: boolean;
  created_at: Instant;
  updated_at: Instant;
};

type TagsTable = {
  team_id: string;
  id: string;
  name: string;
  /** Unique in the team. */
  name_key: string;
  name_folded: string;
  created_at: Instant;
};

type CustomerTagsTable = {
  team_id: string;
  customer_id: string;
  tag_id: string;
  /** The customer's, by which the tag's customers are listed. */
  created_at: Instant;
};

type TrackerProjectsTable = {
  team_id: string;
  id: string;
  name: string;
  name_folded: string;
  description: string | null;
  status: "in_progress" | "completed";
  customer_id: string | null;
  estimate_hours: number | null;
  billable: boolean;
  /** Per hour, in minor units of `currency`. */
  rate_minor: number | null;
  currency: string | null;
  created_at: Instant;
};

type TrackerEntriesTable = {
  team_id: string;
  id: string;
  project_id: string;
  assigned_id: string;
  date: Day;
  start: Instant | null;
  stop: Instant | null;
  /** Whole seconds; null while the timer runs. */
  duration: number | null;
  description: string | null;
  time_zone: string;
  /** `date`, then `start` or else the creation, then `id`: the newest sorts last. */
  sort_key: string;
  created_at: Instant;
};

/** Invoices as far as customers are concerned; their own domain adds the rest. */
type InvoicesTable = {
  team_id: string;
  id: string;
  customer_id: string | null;
  created_at: Instant;
};

type RecurringInvoicesTable = InvoicesTable;

/** An API key, an app's OAuth grant whichever its token, a web session, or an operator's command. */
export type CredentialKind = "api_key" | "oauth_grant" | "session" | "command_line";

/** What the journal tells of. A new table of a team's data adds its noun. */
export type SubjectType =
  | "api_key"
  | "customer"
  | "customer_tag"
  | "invitation"
  | "invoice"
  | "membership"
  | "oauth_grant"
  | "recurring_invoice"
  | "tag"
  | "team"
  | "tracker_entry"
  | "tracker_project"
  | "user";

type ActivityEventsTable = {
  team_id: string;
  id: string;
  created_at: Instant;
  actor_id: string | null;
  credential_kind: CredentialKind;
  credential_id: string | null;
  client_name: string | null;
  client_version: string | null;
  /** The door that was used: a tool, a route or an admin command. */
  tool: string;
  outcome: "done" | "refused";
  /** The code of a refusal. */
  reason: string | null;
  /** The event that this one has undone. */
  undoes_id: string | null;
  /** Whether it is about nothing but keys, apps, invitations and accounts. */
  is_private: boolean;
  /** The one person whose they are. */
  holder_id: string | null;
  subjects: Json<readonly SubjectSummary[]>;
  /** When the images of its changes were taken out of the journal. */
  redacted_at: Instant | null;
};

/** What an event did to one kind of thing: how often, and to which first. */
export type SubjectSummary = {
  readonly type: SubjectType;
  readonly changes: number;
  readonly first: readonly { readonly id: string; readonly did: Did }[];
};

export type Did = "created" | "changed" | "deleted";

/** The events that are about a kind of thing, to be found by it. */
type ActivitySubjectsTable = {
  team_id: string;
  subject_type: SubjectType;
  created_at: Instant;
  event_id: string;
  actor_id: string | null;
  holder_id: string | null;
  credential_kind: CredentialKind;
  credential_id: string | null;
};

type ActivityChangesTable = {
  team_id: string;
  event_id: string;
  position: number;
  subject_type: SubjectType;
  subject_id: string;
  /** The JSON null when there was nothing; no value at all once it was redacted. */
  before: Json<unknown>;
  after: Json<unknown>;
};

/** What this server signs and seals with when the environment says nothing. */
type ServerSecretsTable = { name: string; secret: string };

/** Answers to the server's questions that have had their effect. */
type SpentAnswersTable = { team_id: string; nonce: string; expires_at: Instant };

/** Calls under an idempotency key, each with what it answered. */
type IdempotentCallsTable = {
  team_id: string;
  credential_id: string;
  tool: string;
  key: string;
  arguments_hash: string;
  /** JSON text, to be answered again as it is; empty until the call has ended. */
  answer: string;
  expires_at: Instant;
};

/** The link with which an empty server is set up: one at most. */
type SetupLinksTable = { token_hash: string; expires_at: Instant };

type SessionsTable = {
  id: string;
  user_id: string;
  token_hash: string;
  /** What the browser says it is. */
  device: string;
  created_at: Instant;
  last_seen_at: Instant;
  /** When the password was last entered. */
  authenticated_at: Instant;
  expires_at: Instant;
};

/** Registered by itself, by an administrator, or described by a document at its id. */
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
  /** When somebody first approved it. */
  approved_at: Instant | null;
  /** Until when a document need not be fetched again. */
  fresh_until: Instant | null;
};

type OauthRequestsTable = {
  request_hash: string;
  session_id: string;
  client_id: string;
  redirect_uri: string;
  scopes: Json<readonly string[]>;
  /** As it stood in the query, percent-encoded. */
  state: string | null;
  code_challenge: string;
  expires_at: Instant;
};

/** Why a grant is over before its time. */
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
  /** When the code was exchanged for the first tokens. */
  redeemed_at: Instant | null;
  ended_at: Instant | null;
  ended_because: GrantEnd | null;
  last_used_at: Instant | null;
  /** The name of the client that used it last. */
  last_used_by: string | null;
  /** The client that last introduced itself with `initialize` under this grant. */
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

/** A refresh token is spent when its successor was issued. */
type OauthRefreshTokensTable = OauthTokensTable & { spent_at: Instant | null };

export type Schema = {
  users: UsersTable;
  teams: TeamsTable;
  memberships: MembershipsTable;
  invitations: InvitationsTable;
  api_keys: ApiKeysTable;
  customers: CustomersTable;
  tags: TagsTable;
  customer_tags: CustomerTagsTable;
  tracker_projects: TrackerProjectsTable;
  tracker_entries: TrackerEntriesTable;
  invoices: InvoicesTable;
  recurring_invoices: RecurringInvoicesTable;
  activity_events: ActivityEventsTable;
  activity_changes: ActivityChangesTable;
  activity_subjects: ActivitySubjectsTable;
  server_secrets: ServerSecretsTable;
  spent_answers: SpentAnswersTable;
  idempotent_calls: IdempotentCallsTable;
  setup_links: SetupLinksTable;
  sessions: SessionsTable;
  oauth_clients: OauthClientsTable;
  oauth_requests: OauthRequestsTable;
  oauth_grants: OauthGrantsTable;
  oauth_access_tokens: OauthAccessTokensTable;
  oauth_refresh_tokens: OauthRefreshTokensTable;
};

/** A handle for queries: a reader, or the transaction that a verb is in. */
export type Db = Kysely<Schema>;

/** The tables with a team's data. */
export type TeamTable = {
  [Table in keyof Schema]: Schema[Table] extends { team_id: string } ? Table : never;
}[keyof Schema];
