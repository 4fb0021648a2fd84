import { z } from "zod";
import type { Change } from "../../activity/journal.ts";
import { type Instant, millisecondsBetween } from "../../core/time.ts";
import type { Context } from "../../db/context.ts";
import { Entry, entryOf, imageOf } from "./entry.ts";
import type { Timer } from "./running.ts";

/** A timer that ran for less than this is deleted when it stops. */
const SHORTEST_MS = 60_000;

export const StoppedEntry = Entry.extend({
  discarded: z.boolean().describe("true: under 60 s, so the entry was deleted"),
});

export type Stopped = {
  readonly entry: z.output<typeof StoppedEntry>;
  readonly change: Change;
};

/**
 * Gives a running timer its stop and duration, or deletes it when that is under a minute. Answers
 * null when it runs no more.
 */
export async function stopAt(
  context: Context,
  timer: Timer,
  stop: Instant,
): Promise<Stopped | null> {
  const milliseconds = Math.max(0, millisecondsBetween(timer.start, stop));
  const discarded = milliseconds < SHORTEST_MS;
  const stopped = { stop, duration: Math.floor(milliseconds / 1000) };
  const changed = discarded
    ? await removeRunning(context, timer.id)
    : await storeStop(context, timer.id, stopped);
  if (changed === 0n) return null;
  const before = imageOf(timer);
  const after = discarded ? null : { ...before, ...stopped };
  return {
    entry: { ...entryOf({ ...timer, ...stopped }), discarded },
    change: { type: "tracker_entry", id: timer.id, before, after },
  };
}

async function storeStop(
  context: Context,
  id: string,
  stopped: { stop: Instant; duration: number },
): Promise<bigint> {
  const { numUpdatedRows } = await context.db
    .updateTable("tracker_entries")
    .set(stopped)
    .where("team_id", "=", context.team.id)
    .where("id", "=", id)
    .where("stop", "is", null)
    .executeTakeFirst();
  return numUpdatedRows;
}

async function removeRunning(context: Context, id: string): Promise<bigint> {
  const { numDeletedRows } = await context.db
    .deleteFrom("tracker_entries")
    .where("team_id", "=", context.team.id)
    .where("id", "=", id)
    .where("stop", "is", null)
    .executeTakeFirst();
  return numDeletedRows;
}
