import { z } from "zod";
import type { ById } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { Entry, entryOf } from "../timesheet/entry.ts";
import { findEntries } from "../timesheet/list-entries.ts";
import { ProjectRow, projectRowOf } from "./browse-projects.ts";
import { ProjectTime, timeOfProject } from "./entries-of-project.ts";
import { findProjects } from "./find-projects.ts";
import { noSuchProject } from "./project.ts";

export const ProjectDetail = z.object({
  project: ProjectRow,
  time: ProjectTime,
  latest: z.array(Entry),
});

export type ProjectDetail = z.output<typeof ProjectDetail>;

const LATEST = 20;

/** A project with its people and its latest entries. */
export async function projectDetail(context: Context, { id }: ById): Promise<ProjectDetail> {
  const only = { team_id: context.team.id, project_id: id };
  return {
    project: await requireProject(context, id),
    time: await timeOfProject(context, id),
    latest: (await findEntries(context.db, { ...only, rows: LATEST })).map(entryOf),
  };
}

export async function requireProject(context: Context, id: string): Promise<ProjectRow> {
  const [row] = await findProjects(context.db, { team_id: context.team.id, id, rows: 1 });
  if (row === undefined) throw noSuchProject(id);
  return projectRowOf(row);
}
