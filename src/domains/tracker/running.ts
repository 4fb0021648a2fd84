import type { NotNull } from "kysely";
import { type Day, dayIn, type Instant } from "../../core/time.ts";
import type { Context } from "../../db/context.ts";
import { type EntryRow, selectEntries } from "./entry.ts";

/** How far a clock that runs ahead of this server's may be off. */
export const TOLERANCE_MS = 60_000;

export type Timer = EntryRow & { readonly start: Instant };

/** A timer that runs, and the day it is now where its person is. */
export type RunningTimer = Timer & { readonly today: Day };

/** The timers that run for a person, or for the whole team, the newest first. */
export async function runningTimers(
  context: Context,
  assignedId?: string,
): Promise<readonly RunningTimer[]> {
  const ofTeam = selectEntries(context.db)
    .select("assigned.time_zone as assigned_time_zone")
    .where("entry.team_id", "=", context.team.id)
    .where("entry.start", "is not", null)
    .where("entry.stop", "is", null)
    .orderBy("entry.sort_key", "desc")
    .$narrowType<{ start: NotNull }>();
  const timers =
    assignedId === undefined ? ofTeam : ofTeam.where("entry.assigned_id", "=", assignedId);
  return (await timers.execute()).map((timer) => ({
    ...timer,
    today: dayIn(timer.assigned_time_zone, context.now),
  }));
}

/**
 * Whether a timer is today's, and not one that was forgotten. One of a later day is today's too: its
 * person has moved to the west, or midnight is less than a minute away.
 */
export function isOfToday({ date, today }: RunningTimer): boolean {
  return date >= today;
}

/** One sentence for each timer that still runs since an earlier day. */
export async function forgottenTimers(
  context: Context,
  assignedId?: string,
): Promise<readonly string[]> {
  const timers = await runningTimers(context, assignedId);
  return timers
    .filter((timer) => !isOfToday(timer))
    .slice(0, MOST_NOTICES)
    .map(sentenceOf);
}

const MOST_NOTICES = 5;

function sentenceOf({ id, date, project_name }: EntryRow): string {
  return `A timer of ${date} on ${project_name} is still running; tracker_stop_timer with entry_id ${id} stops it.`;
}
