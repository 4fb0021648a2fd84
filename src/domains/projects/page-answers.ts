import { z } from "zod";
import type { ById } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { latestToday } from "../team/today.ts";
import { runningTimers } from "../timers/running.ts";
import { Entry, entryOf } from "../timesheet/entry.ts";
import { findEntries } from "../timesheet/list-entries.ts";
import { type FoundProject, projectOf, requireProject } from "./find-projects.ts";
import { findUnbilled, worthOf } from "./find-unbilled.ts";
import { lastKey } from "./list-unbilled.ts";
import { Project } from "./project.ts";

export const CurrencyAmount = z.object({ currency: z.string(), minor: z.int() });

/** A project, with its rate in minor units, and the time of its last change for `seen`. */
export const ProjectRow = Project.omit({ rate: true }).extend({
  rate_minor: z.int().nullable(),
  /** Code of the rule by which tracked time is rounded; null: as the customer or the team does it. */
  rounding: z.string().nullable(),
  /** Value of the time that no invoice has; null without a rate, or without time. */
  unbilled: CurrencyAmount.nullable(),
  updated_at: z.string(),
});

export type ProjectRow = z.output<typeof ProjectRow>;

export function projectRowOf(row: FoundProject): ProjectRow {
  const { rate: _rate, ...project } = projectOf(row);
  const { rate_minor, rounding, updated_at } = row;
  const unbilled = unbilledOf(row);
  return { ...project, rate_minor, rounding, unbilled, updated_at };
}

function unbilledOf({ billable, rate_minor, currency, unbilled_duration }: FoundProject) {
  const seconds = unbilled_duration ?? 0;
  if (!billable || rate_minor === null || currency === null || seconds === 0) return null;
  return { currency, minor: worthOf(rate_minor, seconds) };
}

export const ProjectPage = z.object({
  items: z.array(ProjectRow),
  nextCursor: z.string().nullable(),
});

/** Goes with a project, or moves when it is merged. */
const ProjectTime = z.object({
  entries: z.int(),
  seconds: z.int(),
  /** Most time first. */
  people: z.array(z.object({ id: z.string(), name: z.string(), seconds: z.int() })),
  running: z.array(z.string()),
});

type ProjectTime = z.output<typeof ProjectTime>;

export const ProjectDetail = z.object({
  project: ProjectRow,
  time: ProjectTime,
  latest: z.array(Entry),
  unbilled: CurrencyAmount.nullable(),
});

const LATEST = 20;

export async function projectDetail(
  context: Context,
  { id }: ById,
): Promise<z.output<typeof ProjectDetail>> {
  const only = { team_id: context.team.id, project_id: id };
  const project = projectRowOf(await requireProject(context, { id }));
  const ahead = lastKey(await latestToday(context));
  const [unbilled] = await findUnbilled(context.db, { ...only, ahead });
  return {
    project,
    time: await timeOfProject(context, id),
    latest: (await findEntries(context.db, { ...only, rows: LATEST })).map(entryOf),
    unbilled: unbilled ?? null,
  };
}

async function timeOfProject(context: Context, id: string): Promise<ProjectTime> {
  const { db, team } = context;
  const people = await db
    .selectFrom("tracker_totals as total")
    .innerJoin("users as user", "user.id", "total.assigned_id")
    .select(["user.id", "user.name", "total.seconds"])
    .where("total.team_id", "=", team.id)
    .where("total.project_id", "=", id)
    .orderBy("total.seconds", "desc")
    .orderBy("user.id")
    .execute();
  const running = (await runningTimers(context)).filter((timer) => timer.project_id === id);
  return {
    entries: await countEntries(context, id),
    seconds: people.reduce((sum, { seconds }) => sum + seconds, 0),
    people,
    running: running.map((timer) => timer.assigned_name),
  };
}

async function countEntries({ db, team }: Context, projectId: string): Promise<number> {
  const { count } = await db
    .selectFrom("tracker_entries")
    .where("team_id", "=", team.id)
    .where("project_id", "=", projectId)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
