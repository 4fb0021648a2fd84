import type { PAGES } from "../../src/shared/pages.ts";

type InnerPage = {
  readonly to: (typeof PAGES)[number]["to"];
  readonly label: string;
  readonly words?: string;
};

/** Pages below those of the navigation, found once something is typed. */
export const INNER_PAGES: readonly InnerPage[] = [
  { to: "/time/week", label: "Time, Week", words: "timesheet" },
  { to: "/time/calendar", label: "Time, Calendar" },
  { to: "/time/team", label: "Time, Team hours" },
  { to: "/time/import", label: "Time, Import and export", words: "toggl" },
  { to: "/customers/tags", label: "Customers, Tags" },
  { to: "/customers/import", label: "Customers, Import" },
  { to: "/projects/unbilled", label: "Projects, Unbilled time" },
  { to: "/transactions/review", label: "Transactions, Review" },
  { to: "/transactions/imports", label: "Transactions, Imports" },
  { to: "/calls", label: "Activity, Assistant calls", words: "log" },
];
