import type { Instant } from "../../shared/time.ts";

export type CallsTables = {
  spent_answers: SpentAnswersTable;
  idempotent_calls: IdempotentCallsTable;
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
