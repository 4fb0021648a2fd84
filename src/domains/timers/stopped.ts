import { z } from "zod";
import { type Change, difference } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import type { Context } from "../../db/context.ts";
import { hotQuery, type Slots } from "../../db/hot-query.ts";
import { type Instant, millisecondsBetween } from "../../shared/time.ts";
import { Entry, entryImage, entryOf } from "../timesheet/entry.ts";
import { isAhead, type Timer } from "./running.ts";

/** A shorter timer is deleted when it stops. */
const SHORTEST_MS = 60_000;

export const StoppedEntry = Entry.extend({
  discarded: z.boolean().describe("true: under 60 s, so the entry was deleted"),
});

export type StoppedEntry = z.output<typeof StoppedEntry>;

/** The event that a verb has written. The web app offers to undo it; tools leave it out. */
export type InEvent = { readonly event: string };

export type Stopped = {
  readonly entry: StoppedEntry;
  readonly change: Change;
};

/**
 * Sets a running timer's stop and duration, or deletes it if that is under a minute. Answers null
 * if it has stopped meanwhile.
 * @throws Refusal when it would be deleted only because the clock was set back
 */
export async function stopAt(
  context: Context,
  timer: Timer,
  stop: Instant,
): Promise<Stopped | null> {
  const milliseconds = Math.max(0, millisecondsBetween(timer.start, stop));
  const discarded = milliseconds < SHORTEST_MS;
  if (discarded && stop === context.now && isAhead(context, timer))
    throw clockBehind(context, timer);
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

function clockBehind({ now }: Context, { id, created_at }: Timer): Refusal {
  return new Refusal({
    code: "clock_behind",
    message: `The server's clock was set back: it is ${now} there, and the running timer ${id} was made at ${created_at}; the timer runs on`,
    next: "have the clock corrected and repeat the call, or delete the entry with tracker_delete_entry",
  });
}

type Images = Pick<Change, "before" | "after">;

async function storeStop(context: Context, timer: Timer, stopped: Timer): Promise<Images | null> {
  const { id, stop, duration } = stopped;
  const values = { team_id: context.team.id, id, stop, duration };
  const [entry] = await updateRunning(context.db, values);
  return entry === undefined ? null : difference(timer, stopped);
}

type Stop = Place & { readonly stop: Instant | null; readonly duration: number | null };
type Place = { readonly team_id: string; readonly id: string };

const updateRunning = hotQuery((db, { row: { team_id, id, ...stop } }: Slots<Stop>) =>
  db
    .updateTable("tracker_entries")
    .set(stop)
    .where("team_id", "=", team_id)
    .where("id", "=", id)
    .where("stop", "is", null)
    .returning("id"),
);

async function removeRunning(context: Context, { id }: Timer): Promise<Images | null> {
  const [entry] = await deleteRunning(context.db, { team_id: context.team.id, id });
  return entry === undefined ? null : { before: entryImage(entry), after: null };
}

const deleteRunning = hotQuery((db, { slot }: Slots<Place>) =>
  db
    .deleteFrom("tracker_entries")
    .where("team_id", "=", slot("team_id"))
    .where("id", "=", slot("id"))
    .where("stop", "is", null)
    .returningAll(),
);
