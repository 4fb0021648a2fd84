import { z } from "zod";
import type { ById } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { Entry, entryOf } from "../timesheet/entry.ts";
import { findEntries } from "../timesheet/list-entries.ts";
import { ProjectTime, timeOfProject } from "./entries-of-project.ts";
import { findUnbilled } from "./find-unbilled.ts";
import { requireProject } from "./get-project.ts";
import { ProjectRow, projectRowOf } from "./project-row.ts";

export const ProjectDetail = z.object({
  project: ProjectRow,
  time: ProjectTime,
  latest: z.array(Entry),
  /** Worth of the time that no invoice has; null without a rate, or without time. */
  unbilled: z.object({ currency: z.string(), minor: z.int() }).nullable(),
});

export type ProjectDetail = z.output<typeof ProjectDetail>;

const LATEST = 20;

/** A project with its people, its latest entries and its unbilled time. */
export async function projectDetail(context: Context, { id }: ById): Promise<ProjectDetail> {
  const only = { team_id: context.team.id, project_id: id };
  const project = projectRowOf(await requireProject(context, id));
  const [unbilled] = await findUnbilled(context.db, only);
  return {
    project,
    time: await timeOfProject(context, id),
    latest: (await findEntries(context.db, { ...only, rows: LATEST })).map(entryOf),
    unbilled:
      unbilled === undefined ? null : { currency: unbilled.currency, minor: unbilled.minor },
  };
}
