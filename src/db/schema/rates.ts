import type { Day, Instant } from "../../shared/time.ts";

export type RatesTables = {
  exchange_rates: ExchangeRatesTable;
  rate_sources: RateSourcesTable;
  team_rates: TeamRatesTable;
  settlements: SettlementsTable;
};

type ExchangeRatesTable = {
  currency: string;
  day: Day;
  /** Units for 1 EUR, as decimal text. */
  rate: string;
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

/** Rates that a team has set by hand. They come before the public ones of the same day. */
type TeamRatesTable = {
  team_id: string;
  id: string;
  currency: string;
  day: Day;
  rate: string;
};

/** Days whose amounts in the team's currency are to be computed again: a job does it, and deletes the row. */
type SettlementsTable = {
  team_id: string;
  id: string;
  from_day: Day;
  to_day: Day;
};
