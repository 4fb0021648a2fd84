import type { Instant, Day } from "../../shared/time.ts";

export type ProjectsTables = {
  tracker_projects: TrackerProjectsTable;
  tracker_entries: TrackerEntriesTable;
  tracker_totals: TrackerTotalsTable;
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
  /** Rounding of tracked time; null: as the customer or the team does it. */
  rounding: string | null;
  created_at: Instant;
  /** Differs after every change. */
  updated_at: Instant;
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
  /** `date`, then `start` or else the creation time, then `id`: the newest sorts last. */
  sort_key: string;
  created_at: Instant;
};

/**
 * Tracked time of a person on a project, without running timers. Triggers on `tracker_entries` keep it; no
 * verb writes it. There is no row for no time.
 */
type TrackerTotalsTable = {
  team_id: string;
  project_id: string;
  assigned_id: string;
  seconds: number;
  /** Of these, what invoices have. */
  billed: number;
};
