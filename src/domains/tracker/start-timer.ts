import { z } from "zod";
import { record } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { instant, text, uuid } from "../../core/fields.ts";
import { notices, noticesOf } from "../../core/notices.ts";
import { type Day, dayIn, type Instant, millisecondsBetween } from "../../core/time.ts";
import type { Context } from "../../db/context.ts";
import { transaction } from "../../db/transaction.ts";
import { Entry, entryOf, sortKeyOf } from "./entry.ts";
import { lockPerson } from "./person.ts";
import { keepProject } from "./project.ts";
import { forgottenTimers, isOfToday, runningTimers, TOLERANCE_MS } from "./running.ts";
import { stopAt, type Stopped, StoppedEntry } from "./stopped.ts";

export const StartTimer = z.strictObject({
  project_id: uuid,
  description: text(2000).nullish(),
  start: instant.nullish().describe("default now"),
  assigned_id: uuid.nullish().describe("default you"),
});

export const StartedTimer = Entry.extend({
  stopped: StoppedEntry.nullable().describe("the timer that was stopped for this one"),
  notices,
});

/**
 * Starts a timer. One that runs today, or on the day of the new start, is stopped first: at the
 * new start when that is later than its own, else now.
 */
export async function startTimer(context: Context, input: z.output<typeof StartTimer>) {
  return transaction(context, async (context) => {
    const person = await lockPerson(context, input.assigned_id ?? context.actor.id);
    const project = await keepProject(context, input.project_id);
    const start = startMoment(context, input.start ?? null);
    const date = dayIn(person.timeZone, start);
    const stopped = await stopPredecessors(context, person.id, { start, date });
    const entry = {
      id: context.newId(),
      project_id: project.id,
      assigned_id: person.id,
      date,
      start,
      stop: null,
      duration: null,
      description: input.description ?? null,
      time_zone: person.timeZone,
      created_at: context.now,
    };
    const sort_key = sortKeyOf({ date, at: start, id: entry.id });
    await context.db
      .insertInto("tracker_entries")
      .values({ ...entry, team_id: context.team.id, sort_key })
      .execute();
    const changes = stopped.map(({ change }) => change);
    await record(context, [
      ...changes,
      { type: "tracker_entry", id: entry.id, before: null, after: entry },
    ]);
    const [last, ...others] = stopped.map(({ entry }) => entry);
    return {
      ...entryOf({ ...entry, project_name: project.name, assigned_name: person.name }),
      stopped: last ?? null,
      ...noticesOf([...others.map(alsoStopped), ...(await forgottenTimers(context, person.id))]),
    };
  });
}

/** Today's and that of the day of the new start. The newest comes first. */
async function stopPredecessors(
  context: Context,
  personId: string,
  next: { start: Instant; date: Day },
): Promise<readonly Stopped[]> {
  const all: Stopped[] = [];
  for (const timer of await runningTimers(context, personId)) {
    if (timer.date !== next.date && !isOfToday(timer)) continue;
    const stop = next.start > timer.start ? next.start : context.now;
    const stopped = await stopAt(context, timer, stop);
    if (stopped !== null) all.push(stopped);
  }
  return all;
}

function startMoment(context: Context, given: Instant | null): Instant {
  if (given === null) return context.now;
  if (millisecondsBetween(context.now, given) <= TOLERANCE_MS) return given;
  throw new Refusal({
    code: "invalid_argument",
    path: "start",
    message: `start (${given}) is in the future; it is now ${context.now}`,
    next: "leave start out to start now",
  });
}

function alsoStopped({ id, date, discarded }: z.output<typeof StoppedEntry>): string {
  return `A second timer, of ${date}, was ${discarded ? "discarded, since it ran for under 60 s" : "stopped"} as well: entry ${id}.`;
}
