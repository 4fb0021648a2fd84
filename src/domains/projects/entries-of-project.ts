import { sql } from "kysely";
import { z } from "zod";
import type { Context } from "../../db/context.ts";
import { lockForUpdate } from "../../db/dialect.ts";
import { runningTimers } from "../timers/running.ts";

/** Time that goes with a project, or moves when it is merged. */
export const ProjectTime = z.object({
  entries: z.int(),
  seconds: z.int(),
  /** People with time on it, most first. */
  people: z.array(z.object({ id: z.string(), name: z.string(), seconds: z.int() })),
  /** People whose timers run on it. */
  running: z.array(z.string()),
});

export type ProjectTime = z.output<typeof ProjectTime>;

export async function timeOfProject(context: Context, id: string): Promise<ProjectTime> {
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

/**
 * Locks all entries of a project before any of them is changed, since the totals that triggers keep come
 * after the entries in the order of locks. @returns their number
 */
export async function lockEntriesOf({ db, team }: Context, projectId: string): Promise<number> {
  const entries = db
    .selectFrom("tracker_entries")
    .select("id")
    .where("team_id", "=", team.id)
    .where("project_id", "=", projectId);
  const { count } = await db
    .selectFrom(lockForUpdate(db, entries).as("locked"))
    .select(sql<number>`count(*)`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
