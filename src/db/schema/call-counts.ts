import type { Instant } from "../../shared/time.ts";

/** On PostgreSQL alone: a process on SQLite counts in its memory. */
export type CallCountsTables = {
  call_counts: CallCountsTable;
};

type CallCountsTable = {
  /** Hash of the limit's name and the key. */
  id: string;
  used: number;
  /** True when the last call was counted, false when it was refused. */
  is_allowed: boolean;
  ends_at: Instant;
};
