import { z } from "zod";
import { type FoundProject, projectOf } from "./find-projects.ts";
import { worthOf } from "./find-unbilled.ts";
import { Project } from "./project.ts";

export const CurrencyAmount = z.object({ currency: z.string(), minor: z.int() });

/** A project, with its rate in minor units, and the time of its last change for `seen`. */
export const ProjectRow = Project.omit({ rate: true }).extend({
  rate_minor: z.int().nullable(),
  /** Value of the time that no invoice has; null without a rate, or without time. */
  unbilled: CurrencyAmount.nullable(),
  updated_at: z.string(),
});

export type ProjectRow = z.output<typeof ProjectRow>;

export function projectRowOf(row: FoundProject): ProjectRow {
  const { rate: _rate, ...project } = projectOf(row);
  const { rate_minor, updated_at } = row;
  return { ...project, rate_minor, unbilled: unbilledOf(project, rate_minor), updated_at };
}

type Tracked = Pick<ProjectRow, "billable" | "currency" | "total_duration">;

function unbilledOf({ billable, currency, total_duration }: Tracked, rate_minor: number | null) {
  if (!billable || rate_minor === null || currency === null || total_duration === 0) return null;
  return { currency, minor: worthOf(rate_minor, total_duration) };
}
