import type { Instant } from "../../shared/time.ts";

export type OutboxTables = {
  outbox: OutboxTable;
};

/** Background jobs by name, each with the type of row that `subject_id` refers to. A domain adds its own. */
export type JobName =
  | "invitation_mail"
  | "settlement"
  | "invoice_pdf"
  | "invoice_mail"
  | "read_document"
  | "match_item"
  | "match_joined"
  | "settle_tax"
  | "match_new";

type OutboxTable = {
  team_id: string;
  id: string;
  job: JobName;
  subject_id: string;
  run_at: Instant;
  attempts: number;
  /** Random id of the claim; null unless a worker runs it. */
  lease: string | null;
  /** The claim may be taken over from then on. */
  claimed_until: Instant | null;
  again: boolean;
  last_error: string | null;
  done_at: Instant | null;
  dead_at: Instant | null;
};
