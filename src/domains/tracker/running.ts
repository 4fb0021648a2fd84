import { z } from "zod";
import { dayIn } from "../../core/time.ts";
import type { Context } from "../../db/context.ts";
import { type EntryRow, selectEntries } from "./entry.ts";

/** The timers that run for a person, or for the whole team, the newest first. */
export async function runningTimers(context: Context, assignedId?: string): Promise<readonly EntryRow[]> {
  return selectEntries(context.db)
    .where("entry.team_id", "=", context.team.id)
    .$if(assignedId !== undefined, (query) => query.where("entry.assigned_id", "=", assignedId ?? ""))
    .where("entry.start", "is not", null)
    .where("entry.stop", "is", null)
    .orderBy("entry.sort_key", "desc")
    .execute();
}

export const notices = z.array(z.string()).optional();

/** A result's field with what its caller should know; no field when there is nothing to say. */
export function noticesOf(said: readonly string[]): { notices?: string[] } {
  return said.length === 0 ? {} : { notices: [...said] };
}

/** One sentence for each timer that still runs since an earlier day. */
export async function forgottenTimers(context: Context, assignedId?: string): Promise<readonly string[]> {
  const timers = await runningTimers(context, assignedId);
  return timers
    .filter(({ date, time_zone }) => date < dayIn(time_zone, context.now))
    .slice(0, MOST_NOTICES)
    .map(sentenceOf);
}

const MOST_NOTICES = 5;

function sentenceOf({ id, date, project_name }: EntryRow): string {
  return `A timer of ${date} on ${project_name} is still running; tracker_stop_timer with entry_id ${id} stops it.`;
}
