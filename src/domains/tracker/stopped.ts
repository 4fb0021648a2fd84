import { z } from "zod";
import { type Change, difference } from "../../activity/journal.ts";
import { type Instant, millisecondsBetween } from "../../core/time.ts";
import type { Context } from "../../db/context.ts";
import { Entry, entryImage, entryOf } from "./entry.ts";
import type { Timer } from "./running.ts";

/** A timer that ran for less than this is deleted when it stops. */
const SHORTEST_MS = 60_000;

export const StoppedEntry = Entry.extend({
  discarded: z.boolean().describe("true: under 60 s, so the entry was deleted"),
});

export type StoppedEntry = z.output<typeof StoppedEntry>;

export type Stopped = {
  readonly entry: StoppedEntry;
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
  const stopped = { ...timer, stop, duration: Math.floor(milliseconds / 1000) };
  const images = discarded
    ? await removeRunning(context, timer)
    : await storeStop(context, timer, stopped);
  if (images === null) return null;
  return {
    entry: { ...entryOf(stopped), discarded },
    change: { type: "tracker_entry", id: timer.id, ...images },
  };
}

type Images = Pick<Change, "before" | "after">;

async function storeStop(context: Context, timer: Timer, stopped: Timer): Promise<Images | null> {
  const { stop, duration } = stopped;
  const { numUpdatedRows } = await context.db
    .updateTable("tracker_entries")
    .set({ stop, duration })
    .where("team_id", "=", context.team.id)
    .where("id", "=", timer.id)
    .where("stop", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 0n ? null : difference(timer, stopped);
}

async function removeRunning(context: Context, { id }: Timer): Promise<Images | null> {
  const entry = await context.db
    .deleteFrom("tracker_entries")
    .where("team_id", "=", context.team.id)
    .where("id", "=", id)
    .where("stop", "is", null)
    .returningAll()
    .executeTakeFirst();
  return entry === undefined ? null : { before: entryImage(entry), after: null };
}
