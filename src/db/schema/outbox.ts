import type { Instant } from "../../shared/time.ts";

export type OutboxTables = {
  outbox: OutboxTable;
};

/** Background jobs by name, each with the type of row that `subject_id` refers to. A domain adds its own. */
export type JobName = "invitation_mail" | "settlement";

/** A job that was asked for: waiting, claimed by a worker, done, or dead. */
type OutboxTable = {
  team_id: string;
  id: string;
  job: JobName;
  subject_id: string;
  run_at: Instant;
  /** Attempts since it was last asked for, the one under way included. */
  attempts: number;
  /** Random id of the claim; null unless a worker runs it. */
  lease: string | null;
  /** The claim may be taken over from then on. */
  claimed_until: Instant | null;
  /** It was asked for once more while it ran. */
  again: boolean;
  /** A sentence for people; null before the first failure. */
  last_error: string | null;
  done_at: Instant | null;
  dead_at: Instant | null;
};
