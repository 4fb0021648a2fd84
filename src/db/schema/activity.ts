import type { Did, Kinds } from "../../core/event.ts";
import type { Instant } from "../../shared/time.ts";
import type { Json } from "./json.ts";

export type ActivityTables = {
  activity_events: ActivityEventsTable;
  activity_subjects: ActivitySubjectsTable;
  activity_changes: ActivityChangesTable;
};

/**
 * API key, OAuth grant (for all its tokens), web session, admin command, the operator's folder for receipts, or a mail
 * to a team's address.
 */
export type CredentialKind =
  | "api_key"
  | "oauth_grant"
  | "session"
  | "command_line"
  | "folder"
  | "mail";

export type SubjectType = keyof Kinds;

export type PrivateSubjectType = KindsWith<{ readonly isPrivate: true }>;

export type SharedSubjectType = KindsWith<{ readonly isPrivate: false }>;

type KindsWith<Facts> = {
  [Kind in keyof Kinds]: Kinds[Kind] extends Facts ? Kind : never;
}[keyof Kinds];

type ActivityEventsTable = {
  team_id: string;
  id: string;
  created_at: Instant;
  actor_id: string | null;
  credential_kind: CredentialKind;
  credential_id: string | null;
  client_name: string | null;
  client_version: string | null;
  tool: string;
  outcome: "done" | "refused";
  reason: string | null;
  undoes_id: string | null;
  is_private: boolean;
  /** User who holds all private records in the event; null when there is none, or several. */
  holder_id: string | null;
  subjects: Json<readonly SubjectSummary[]>;
  redacted_at: Instant | null;
};

export type SubjectSummary = {
  readonly type: SubjectType;
  readonly changes: number;
  readonly first: readonly { readonly id: string; readonly did: Did }[];
};

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
  /** JSON null when there was no record; SQL null once redacted. */
  before: Json<unknown>;
  after: Json<unknown>;
};
