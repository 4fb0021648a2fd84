import { z } from "zod";
import { lockMember, type Member } from "../../accounts/members.ts";
import { record } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { instant, text, uuid, notices, noticesOf } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { preparedQuery, one, type Slots } from "../../db/prepared-query.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { transaction } from "../../db/transaction.ts";
import { type Day, dayIn, type Instant, millisecondsBetween } from "../../shared/time.ts";
import { keepProject, noProject } from "../projects/project.ts";
import { Entry, entrySnapshot, entryOf, noAssigned, sortKeyOf } from "../timesheet/entry.ts";
import {
  forgottenOf,
  isAhead,
  isOfToday,
  type RunningTimer,
  runningTimers,
  TOLERANCE_MS,
} from "./running.ts";
import { type InEvent, stopAt, type Stopped, StoppedEntry } from "./stop-timer.ts";

export const StartTimer = z.strictObject({
  project_id: uuid,
  description: text(2000).nullish(),
  start: instant.nullish().describe("default now"),
  assigned_id: uuid.nullish().describe("default you"),
});

export type StartTimer = z.output<typeof StartTimer>;

export const StartedTimer = Entry.extend({
  stopped: StoppedEntry.nullable().describe("the timer that was stopped for this one"),
  notices,
});

export type StartedTimer = z.output<typeof StartedTimer>;

/**
 * Starts a timer. A running one of today, or of the new start's day, is stopped first: at the new
 * start if that is later than its own, else now.
 */
export async function startTimer(
  context: Context,
  input: StartTimer,
): Promise<StartedTimer & InEvent> {
  const { project_id, description = null } = input;
  const assigned_id = input.assigned_id ?? context.actor.id;
  return transaction(context, async (context) => {
    const [person, project, running] = await Promise.all([
      lockMember(context, assigned_id),
      keepProject(context, project_id),
      runningTimers(context, assigned_id),
    ]);
    if (person === undefined) throw noAssigned(assigned_id);
    if (project === undefined) throw noProject(project_id);
    const start = startMoment(context, input.start ?? null);
    const next = { project_id, description, start, date: dayIn(person.timeZone, start) };
    const isStopped = (timer: RunningTimer) => isPredecessor(context, timer, next);
    const predecessors = running.filter(isStopped);
    const stopped = await stopAll(context, predecessors, next);
    const entry = await addEntry(context, person, next);
    const started = { ...entry, start, project_name: project.name, assigned_name: person.name };
    const others = running.filter((timer) => !isStopped(timer));
    const changes = stopped.map(({ change }) => change);
    const after = entrySnapshot(entry);
    const event = await record(context, [
      ...changes,
      { type: "tracker_entry", id: entry.id, before: null, after },
    ]);
    return {
      ...entryOf(started),
      event,
      stopped: stopped[0]?.entry ?? null,
      ...noticesOf([
        ...stopped.slice(1).map(alsoStopped),
        ...forgottenOf(
          newestFirst([...others, { ...started, today: dayIn(entry.time_zone, context.now) }]),
        ),
      ]),
    };
  });
}

type Next = {
  readonly project_id: string;
  readonly description: string | null;
  readonly start: Instant;
  readonly date: Day;
};

/**
 * Finds running timers of today and of the new start's day. One of a later day that the clock has been
 * set back from is in nobody's way.
 */
function isPredecessor(context: Context, timer: RunningTimer, next: Next): boolean {
  return timer.date === next.date || (isOfToday(timer) && !isAhead(context, timer));
}

async function stopAll(
  context: Context,
  timers: readonly RunningTimer[],
  next: Next,
): Promise<readonly Stopped[]> {
  const all: Stopped[] = [];
  for (const timer of timers) {
    const stop = next.start > timer.start ? next.start : context.now;
    const stopped = await stopAt(context, timer, stop);
    if (stopped !== null) all.push(stopped);
  }
  return all;
}

async function addEntry(context: Context, person: Member, next: Next) {
  const id = context.newId();
  const row = {
    ...next,
    team_id: context.team.id,
    id,
    assigned_id: person.id,
    time_zone: person.timeZone,
    sort_key: sortKeyOf({ date: next.date, at: next.start, id }),
    created_at: context.now,
  };
  return one(await insertEntry(context.db, row));
}

type NewEntry = Omit<Schema["tracker_entries"], "stop" | "duration">;

const insertEntry = preparedQuery((db, { row }: Slots<NewEntry>) =>
  db.insertInto("tracker_entries").values(row).returningAll(),
);

function newestFirst(timers: readonly RunningTimer[]): readonly RunningTimer[] {
  return timers.toSorted((one, other) => (one.date < other.date ? 1 : -1));
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

function alsoStopped({ entry: { id, date, discarded } }: Stopped): string {
  return `A second timer, of ${date}, was ${discarded ? "discarded, since it ran for under 60 s" : "stopped"} as well: entry ${id}.`;
}
