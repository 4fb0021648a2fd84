import { z } from "zod";
import { byId, instant, uuid } from "../../core/fields.ts";
import { download, json, defineRoute } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { transaction } from "../../db/transaction.ts";
import { CreateProject, createProject } from "./create-project.ts";
import { DeletedProject, deleteProject } from "./delete-projects.ts";
import { requireProject } from "./find-projects.ts";
import { ListProjectRows, listProjects } from "./list-projects.ts";
import { ListTimeOn, listTimeOn, TimeOnPage } from "./list-time.ts";
import {
  ExportUnbilled,
  exportUnbilled,
  ListUnbilled,
  listUnbilled,
  UnbilledPage,
} from "./list-unbilled.ts";
import { MergedProjects, MergeProjects, mergeProjects } from "./merge-projects.ts";
import {
  ProjectDetail,
  projectDetail,
  ProjectPage,
  ProjectRow,
  projectRowOf,
} from "./page-answers.ts";
import { ProjectSums, SumProjects, sumProjects } from "./sum-projects.ts";
import { PeriodTotals, TimeByPeriod, timeByPeriod } from "./time-by-period.ts";
import { PersonTotals, TimeByPerson, timeByPerson } from "./time-by-person.ts";
import { UpdateProject, updateProject } from "./update-project.ts";

const list = defineRoute({
  path: "GET /api/teams/:team/projects",
  role: "member",
  input: ListProjectRows,
  output: json(ProjectPage),
  example: (idOf) => ({ customer_id: idOf("customer") }),
  handler: async (context: Context, input) => {
    const { items, nextCursor } = await listProjects(context, input);
    return { items: items.map(projectRowOf), nextCursor };
  },
});

const sums = defineRoute({
  path: "GET /api/teams/:team/projects/sums",
  role: "member",
  input: SumProjects,
  output: json(ProjectSums),
  example: (idOf) => ({ customer_id: idOf("customer") }),
  handler: async (context: Context, input) => sumProjects(context, input),
});

const time = defineRoute({
  path: "GET /api/teams/:team/projects/time",
  role: "member",
  input: TimeByPeriod,
  output: json(PeriodTotals),
  example: (idOf) => ({
    from: "2026-11-01",
    to: "2026-11-30",
    by: "week" as const,
    project_id: idOf("tracker_project"),
  }),
  handler: async (context: Context, input) => timeByPeriod(context, input),
});

const people = defineRoute({
  path: "GET /api/teams/:team/projects/time/people",
  role: "member",
  input: TimeByPerson,
  output: json(PersonTotals),
  example: (idOf) => ({
    from: "2026-11-01",
    to: "2026-11-30",
    project_id: idOf("tracker_project"),
  }),
  handler: async (context: Context, input) => timeByPerson(context, input),
});

const unbilled = defineRoute({
  path: "GET /api/teams/:team/projects/unbilled",
  role: "member",
  input: ListUnbilled,
  output: json(UnbilledPage),
  example: (idOf) => ({ customer_id: idOf("customer") }),
  handler: async (context: Context, input) => listUnbilled(context, input),
});

const unbilledFile = defineRoute({
  path: "GET /api/teams/:team/projects/unbilled/file",
  role: "member",
  input: ExportUnbilled,
  output: download,
  example: (idOf) => ({ customer_id: idOf("customer") }),
  handler: async (context: Context, input) => exportUnbilled(context, input),
});

const get = defineRoute({
  path: "GET /api/teams/:team/projects/:id",
  role: "member",
  input: byId,
  output: json(ProjectDetail),
  example: (idOf) => ({ id: idOf("tracker_project") }),
  handler: async (context: Context, input) => projectDetail(context, input),
});

const entries = defineRoute({
  path: "GET /api/teams/:team/projects/:id/entries",
  role: "member",
  input: ListTimeOn,
  output: json(TimeOnPage),
  example: (idOf) => ({ id: idOf("tracker_project") }),
  handler: async (context: Context, input) => listTimeOn(context, input),
});

const create = defineRoute({
  path: "POST /api/teams/:team/projects",
  role: "member",
  event: { of: "tracker_project", did: "created" },
  input: CreateProject,
  output: json(ProjectRow.extend({ event: z.string() })),
  example: (idOf) => ({ name: "Website", customer_id: idOf("customer") }),
  handler: async (context: Context, input) =>
    transaction(context, async (context) => {
      const { projectId, event } = await createProject(context, input);
      return { ...projectRowOf(await requireProject(context, { id: projectId })), event };
    }),
});

const update = defineRoute({
  path: "PATCH /api/teams/:team/projects/:id",
  role: "member",
  event: { of: "tracker_project", did: "changed" },
  input: UpdateProject.omit({ status: true }),
  output: json(ProjectRow),
  example: (idOf) => ({ id: idOf("tracker_project"), name: "Renamed" }),
  handler: async (context: Context, input) => updated(context, input),
});

const Seen = z.strictObject({ id: uuid, seen: instant });

const complete = defineRoute({
  path: "POST /api/teams/:team/projects/:id/complete",
  role: "member",
  event: {
    of: "tracker_project",
    did: "changed",
    said: "completed *",
    tried: "complete a project",
  },
  input: Seen,
  output: json(ProjectRow),
  example: (idOf) => ({ id: idOf("tracker_project"), seen: idOf("project_seen") }),
  handler: async (context: Context, input) => updated(context, { ...input, status: "completed" }),
});

const reopen = defineRoute({
  path: "POST /api/teams/:team/projects/:id/reopen",
  role: "member",
  event: { of: "tracker_project", did: "changed", said: "reopened *", tried: "reopen a project" },
  input: Seen,
  output: json(ProjectRow),
  example: (idOf) => ({ id: idOf("completed_project"), seen: idOf("project_seen") }),
  handler: async (context: Context, input) => updated(context, { ...input, status: "in_progress" }),
});

const merge = defineRoute({
  path: "POST /api/teams/:team/projects/:id/merge",
  role: "admin",
  event: {
    of: "tracker_project",
    did: "deleted",
    said: "merged * into another",
    tried: "merge projects",
  },
  input: MergeProjects,
  output: json(MergedProjects),
  example: (idOf) => ({ id: idOf("tracker_project"), into: idOf("other_project") }),
  handler: async (context: Context, input) => mergeProjects(context, input),
});

const remove = defineRoute({
  path: "DELETE /api/teams/:team/projects/:id",
  role: "admin",
  event: { of: "tracker_project", did: "deleted" },
  input: byId,
  output: json(DeletedProject),
  example: (idOf) => ({ id: idOf("tracker_project") }),
  handler: async (context: Context, input) => deleteProject(context, input),
});

export const projectRoutes = [
  list,
  sums,
  time,
  people,
  unbilled,
  unbilledFile,
  get,
  entries,
  create,
  update,
  complete,
  reopen,
  merge,
  remove,
];

async function updated(context: Context, input: UpdateProject): Promise<ProjectRow> {
  return transaction(context, async (context) => {
    await updateProject(context, input);
    return projectRowOf(await requireProject(context, input));
  });
}
