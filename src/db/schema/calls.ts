import type { Instant } from "../../shared/time.ts";

export type CallsTables = {
  call_log: CallLogTable;
  spent_answers: SpentAnswersTable;
  idempotent_calls: IdempotentCallsTable;
};

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
