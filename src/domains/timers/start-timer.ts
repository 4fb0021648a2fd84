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
import { spoken } from "../../shared/words.ts";
import { keepProject, noProject } from "../projects/project.ts";
import { insertTime } from "../timesheet/add-entry.ts";
import { Entry, entrySnapshot, entryOf, sortKeyOf } from "../timesheet/entry.ts";
import { member, memberAsked, noAssigned } from "../timesheet/member-called.ts";
import { LONGEST_SECONDS, lengthOf } from "../timesheet/times.ts";
import {
  forgottenOf,
  isAhead,
  isOfToday,
  type RunningTimer,
  runningTimers,
  startInPast,
  TOLERANCE_MS,
} from "./running.ts";
import { type InEvent, SHORTEST_MS, stopAt, type Stopped, StoppedEntry } from "./stop-timer.ts";
import { completedNotices, overlapNotices } from "./time-notices.ts";

export const StartTimer = z.strictObject({
  project_id: uuid,
  description: text(2000).nullish(),
  start: instant.nullish().describe("default now"),
  stop: instant.nullish().describe("writes a finished entry"),
  assigned_id: member.nullish().describe("id, name or e-mail address; default you"),
});

export type StartTimer = z.output<typeof StartTimer>;

export const StartedTimer = Entry.extend({
  stopped: StoppedEntry.nullable().describe("the timer that was stopped for this one"),
  notices,
});

export type StartedTimer = z.output<typeof StartedTimer>;

/**
 * Starts a timer. A running one of today, or of the new start's day, is stopped first: at the new
 * start if that is later than its own, else now. With a stop it writes finished time instead, beside timers that run.
 */
export async function startTimer(
  context: Context,
  input: StartTimer,
): Promise<StartedTimer & InEvent> {
  const { project_id, description = null } = input;
  const assigned_id = await memberAsked(context, input);
  return transaction(context, async (context) => {
    const [person, project, running] = await Promise.all([
      lockMember(context, assigned_id),
      keepProject(context, project_id),
      runningTimers(context, assigned_id),
    ]);
    if (person === undefined) throw noAssigned(assigned_id);
    if (project === undefined) throw noProject(project_id);
    const start = startInPast(context, input.start ?? context.now);
    if (typeof input.stop === "string") {
      const stop = finishedAt(context, input, input.stop);
      return addFinished(context, { person, project, description, start, stop });
    }
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
        ...completedNotices(project),
        ...(start < context.now ? await overlapNotices(context, started) : []),
        ...stopped.slice(1).map(alsoStopped),
        ...forgottenOf(
          newestFirst([...others, { ...started, today: dayIn(entry.time_zone, context.now) }]),
        ),
      ]),
    };
  });
}

type Finished = {
  readonly person: Member;
  readonly project: Pick<Schema["tracker_projects"], "id" | "name" | "status">;
  readonly description: string | null;
  readonly start: Instant;
  readonly stop: Instant;
};

async function addFinished(
  context: Context,
  { person, project, description, start, stop }: Finished,
): Promise<StartedTimer & InEvent> {
  const { id: assigned_id, timeZone: time_zone } = person;
  const time = {
    date: dayIn(time_zone, start),
    start,
    stop,
    duration: lengthOf(start, stop),
    project_id: project.id,
    description,
    assigned_id,
    time_zone,
  };
  const { id, change } = await insertTime(context, time);
  const entry = {
    ...time,
    id,
    created_at: context.now,
    project_name: project.name,
    assigned_name: person.name,
  };
  return {
    ...entryOf(entry),
    event: await record(context, [change]),
    stopped: null,
    ...noticesOf([...completedNotices(project), ...(await overlapNotices(context, entry))]),
  };
}

/** @throws Refusal that names the argument at fault */
function finishedAt(context: Context, { start }: StartTimer, stop: Instant): Instant {
  const refused = (path: "start" | "stop", message: string, next: string) =>
    new Refusal({ code: "invalid_argument", path, message, next });
  if (typeof start !== "string")
    throw refused("start", "A stop without a start says nothing of the time", "give start too");
  if (millisecondsBetween(context.now, stop) > TOLERANCE_MS)
    throw refused(
      "stop",
      `stop (${stop}) is in the future; it is now ${context.now}`,
      "leave stop out to start a timer, or give a stop that has passed",
    );
  if (millisecondsBetween(start, stop) < SHORTEST_MS)
    throw refused(
      "stop",
      `From start (${start}) to stop (${stop}) are under 60 s`,
      "give a later stop",
    );
  if (lengthOf(start, stop) > LONGEST_SECONDS)
    throw refused(
      "stop",
      `From start (${start}) to stop (${stop}) are over ${spoken(LONGEST_SECONDS)}`,
      "write an entry for each day",
    );
  return stop;
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

function alsoStopped({ entry: { id, date, discarded } }: Stopped): string {
  return `A second timer, of ${date}, was ${discarded ? "discarded, since it ran for under 60 s" : "stopped"} as well: entry ${id}.`;
}
