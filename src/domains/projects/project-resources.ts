import { z } from "zod";
import { parseArguments } from "../../core/arguments.ts";
import { noticesOf } from "../../core/fields.ts";
import { completionOf, findNamed, reference } from "../../core/naming.ts";
import { jsonContents, type Resource } from "../../core/resource.ts";
import type { Context } from "../../db/context.ts";
import { shownAmongOthers, shownProject } from "../timesheet/entry.ts";
import { findEntries } from "../timesheet/list-entries.ts";
import { type FoundProject, getProject, projectOf } from "./find-projects.ts";
import { listProjects } from "./list-projects.ts";
import { projectNames } from "./project.ts";

const MIME_TYPE = "application/json";

export const projectsResource: Resource<Context> = {
  uri: "ledgerport://projects",
  name: "projects",
  title: "Projects in progress",
  tier: "read",
  description:
    "The team's projects in progress, newest first, each with its id, customer, hourly rate and tracked time.",
  mimeType: MIME_TYPE,
  read: async (context) => jsonContents(context, await activeProjects(context)),
};

const Project = z.strictObject({ project: reference });

export const projectResource: Resource<Context> = {
  uri: "ledgerport://projects/{project}",
  name: "project",
  title: "Project",
  tier: "read",
  description:
    "A project by its id, its name or a part of it that no other has: customer, estimate, hourly rate, tracked time, and the newest entries of everybody.",
  mimeType: MIME_TYPE,
  completions: { project: completionOf(projectNames) },
  read: async (context, variables) => {
    const { project } = parseArguments(Project, variables);
    const found = await findNamed(context, projectNames, project);
    const row = found === null ? null : await getProject(context, found);
    return row === null ? null : jsonContents(context, await dossierOf(context, row));
  },
};

const MOST_ENTRIES = 20;

async function dossierOf({ db, team }: Context, project: FoundProject): Promise<object> {
  const { id } = project;
  const rows = await findEntries(db, { team_id: team.id, project_id: id, rows: MOST_ENTRIES + 1 });
  const entries = rows.slice(0, MOST_ENTRIES);
  const more = `There are more entries than the newest ${MOST_ENTRIES}; tracker_list_entries with project_id ${id} and assigned_id "all" has them.`;
  return {
    project: shownProject(projectOf(project)),
    recent_entries: entries.map(shownAmongOthers),
    ...noticesOf(rows.length > entries.length ? [more] : []),
  };
}

const MOST = 100;

async function activeProjects(context: Context): Promise<object> {
  const page = await listProjects(context, { status: "in_progress", limit: MOST });
  const more = `There are more than these ${MOST}; tracker_list_projects with status in_progress lists all.`;
  return {
    projects: page.items.map((row) => shownProject(projectOf(row))),
    ...noticesOf(page.nextCursor === null ? [] : [more]),
  };
}
