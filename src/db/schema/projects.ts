import type { Instant } from "../../shared/time.ts";

export type ProjectsTables = {
  tracker_projects: TrackerProjectsTable;
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
  /** Differs after every change. */
  updated_at: Instant;
};
