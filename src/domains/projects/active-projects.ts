import { noticesOf } from "../../core/notices.ts";
import type { Context } from "../../db/context.ts";
import { shownProject } from "../timesheet/entry.ts";
import { projectOf } from "./find-projects.ts";
import { listProjects } from "./list-projects.ts";

const MOST = 100;

export async function activeProjects(context: Context): Promise<object> {
  const page = await listProjects(context, { status: "in_progress", limit: MOST });
  const more = `There are more than these ${MOST}; tracker_list_projects with status in_progress lists all.`;
  return {
    projects: page.items.map((row) => shownProject(projectOf(row))),
    ...noticesOf(page.nextCursor === null ? [] : [more]),
  };
}
