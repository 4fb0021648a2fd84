import type { Day, Instant } from "../../shared/time.ts";

export type RatesTables = {
  exchange_rates: ExchangeRatesTable;
  rate_sources: RateSourcesTable;
  team_rates: TeamRatesTable;
  file_rates: FileRatesTable;
  rate_files: RateFilesTable;
  settlements: SettlementsTable;
};

/** Of no team: the operator's, for all. */
type ExchangeRatesTable = {
  currency: string;
  day: Day;
  /** Units for 1 EUR, as decimal text. */
  rate: string;
  /** False where nothing says that the operator has loaded it: teams once loaded rates for all. */
  is_proven: boolean;
};

/** One row, made when it is first needed. Who loads rates locks it, and who computes with them keeps it. */
type RateSourcesTable = {
  name: "ecb";
  /** The newest day that has rates; null before the first. */
  newest_day: Day | null;
  /** Time of the last fetch, or of the last try; null for none. */
  tried_at: Instant | null;
  /** A sentence about the last attempt; null when it succeeded. */
  failure: string | null;
};

/** Rates that a team has set by hand. They come before all others of the same day. */
type TeamRatesTable = {
  team_id: string;
  id: string;
  currency: string;
  day: Day;
  rate: string;
};

/** Rates of the files that a team has loaded. They come before the operator's of the same day. */
type FileRatesTable = {
  team_id: string;
  currency: string;
  day: Day;
  rate: string;
};

/** A team's files, all taken together, as the journal tells them: one row, while the team has `file_rates`. */
type RateFilesTable = {
  team_id: string;
  id: string;
  /** Of the newest file. */
  name: string;
  /** Number of `file_rates`. */
  rates: number;
  first_day: Day;
  last_day: Day;
  loaded_at: Instant;
};

/** Days whose amounts in the team's currency are to be computed again: a job does it, and deletes the row. */
type SettlementsTable = {
  team_id: string;
  id: string;
  from_day: Day;
  to_day: Day;
};
