import { csvLine } from "../../../../src/shared/csv.ts";
import { type Member, type PeopleTimes, personRows } from "./people-table.tsx";
import { type ProjectTimes, projectRows } from "./projects-table.tsx";

const HEADER = ["Hours of", "Name", "Customer", "Billable hours", "Hours"] as const;

/** The page's rows for spreadsheets: projects, then people. Their hours come to the same total. */
export function csvOf(
  projects: ProjectTimes,
  people: PeopleTimes,
  members: readonly Member[],
): string {
  return [
    csvLine(HEADER),
    ...projectRows(projects).map(({ name, customer, billable, seconds }) =>
      csvLine(["Project", name, customer ?? "", inHours(billable), inHours(seconds)]),
    ),
    ...personRows(people, members).map(({ name, billable, seconds }) =>
      csvLine(["Person", name, "", inHours(billable), inHours(seconds)]),
    ),
  ].join("");
}

/** `1.25`: spreadsheets add these up. */
function inHours(seconds: number | null): string {
  return seconds === null ? "" : String(Math.round((seconds / 3600) * 10_000) / 10_000);
}
