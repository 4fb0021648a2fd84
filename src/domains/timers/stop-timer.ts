import { z } from "zod";
import { lockMember } from "../../accounts/members.ts";
import { record, type Change, difference } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { instant, notices, noticesOf, text, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import { transaction } from "../../db/transaction.ts";
import { type Day, dayIn, type Instant, millisecondsBetween } from "../../shared/time.ts";
import {
  type EntryRow,
  findEntry,
  noEntry,
  Entry,
  entrySnapshot,
  entryOf,
  sortKeyOf,
} from "../timesheet/entry.ts";
import { member, memberAsked, noAssigned } from "../timesheet/member-called.ts";
import { requireReach } from "../timesheet/tracked-time.ts";
import {
  forgottenOf,
  forgottenTimers,
  isAhead,
  isOfToday,
  type RunningTimer,
  runningTimers,
  startInPast,
  type Timer,
  TOLERANCE_MS,
} from "./running.ts";
import { overlapNotices } from "./time-notices.ts";

export const StoppedEntry = Entry.extend({
  discarded: z.boolean().describe("true: under 60 s, so the entry was deleted"),
});

export type StoppedEntry = z.output<typeof StoppedEntry>;

export const StopTimer = z.strictObject({
  entry_id: uuid.nullish().describe("left out: today's running timer"),
  stop: instant.nullish().describe("default now"),
  assigned_id: member.nullish().describe("id, name or e-mail address; default you"),
  description: text(2000).nullish(),
  start: instant.nullish(),
});

export type StopTimer = z.output<typeof StopTimer>;

export const StoppedTimer = StoppedEntry.extend({ notices });

export type StoppedTimer = z.output<typeof StoppedTimer>;

/** Stops a running timer; under a minute it is discarded. */
export async function stopTimer(
  context: Context,
  input: StopTimer,
): Promise<StoppedTimer & InEvent> {
  return transaction(context, async (context) => {
    // When another call was faster, the second attempt refuses: nothing runs.
    const stopped = (await stopOne(context, input)) ?? (await stopOne(context, input));
    if (stopped === null) throw new Error("a timer that runs could not be stopped");
    const { entry, change, others } = stopped;
    const event = await record(context, [change]);
    const forgotten =
      others === null ? await forgottenTimers(context, entry.assigned.id) : forgottenOf(others);
    const overlaps = entry.discarded ? [] : await overlapNotices(context, stopped.timer);
    return { ...entry, event, ...noticesOf([...overlaps, ...forgotten]) };
  });
}

/** `others` are the person's other running timers, null when they were not read. */
type Found = { readonly timer: Timer; readonly others: readonly RunningTimer[] | null };

/** Null if the timer that was found has stopped meanwhile. */
async function stopOne(
  context: Context,
  input: StopTimer,
): Promise<(Stopped & Pick<Found, "others">) | null> {
  const { timer, others } = await timerToStop(context, input);
  // Everybody may stop a timer; its other values are its person's.
  if ((input.start ?? input.description ?? null) !== null) requireReach(context, timer.assigned_id);
  const corrected = correctedTimer(context, timer, input);
  const stop = stopMoment(context, corrected, input.stop ?? null);
  keepMinute(timer, corrected, stop);
  const stopped = await stopAt(context, timer, stop, corrected);
  return stopped === null ? null : { ...stopped, others };
}

type Started = Pick<EntryRow, "start">;

function isShort({ start }: Started, stop: Instant): boolean {
  return start !== null && millisecondsBetween(start, stop) < SHORTEST_MS;
}

/**
 * A correction leaves a minute where one was tracked: to delete tracked time is a deletion, which a team may have limited.
 * @throws Refusal for a start that leaves less, which a stop would delete
 */
export function keepMinute(timer: Started, corrected: Started, stop: Instant): void {
  if (isShort(corrected, stop) && !isShort(timer, stop)) throw nothingLeft(corrected.start);
}

function nothingLeft(start: Instant | null): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "start",
    message: `start (${start}) leaves less than 60 seconds of the time tracked until now, which a stop would delete`,
    next: `give an earlier start, or ${BY_A_PERSON}; nothing was changed`,
    nextByDeleting:
      "give an earlier start, or delete the entry with tracker_delete_entry; nothing was changed",
  });
}

type Correction = Pick<StopTimer, "start" | "description">;

/**
 * The timer with the start and description that are given, on the day of that start.
 * @throws Refusal for a start in the future
 */
export function correctedTimer<T extends Corrected>(
  context: Context,
  timer: T,
  { start, description }: Correction,
): T {
  const text = description ?? timer.description;
  if (typeof start !== "string") return { ...timer, description: text };
  const date = dayIn(timer.time_zone, startInPast(context, start));
  return { ...timer, start, date, description: text };
}

type Corrected = Pick<EntryRow, "date" | "start" | "description" | "time_zone">;

async function timerToStop(context: Context, input: StopTimer): Promise<Found> {
  if (typeof input.entry_id !== "string")
    return todaysTimer(context, await memberAsked(context, input));
  const timer = await namedTimer(context, input.entry_id, input);
  return { timer, others: null };
}

/** @throws Refusal unless the entry runs, and is of the person if one is given */
export async function namedTimer(
  context: Context,
  entryId: string,
  asked: Pick<StopTimer, "assigned_id">,
): Promise<Timer> {
  const entry = await findEntry(context, entryId);
  if (entry === undefined) throw noEntry(entryId);
  const isAsked = typeof asked.assigned_id === "string";
  if (isAsked && (await memberAsked(context, asked)) !== entry.assigned_id) throw notTheirs(entry);
  if (entry.stop !== null) throw alreadyStopped(entryId);
  if (entry.start === null) throw hasNoStart(entryId);
  return { ...entry, start: entry.start };
}

async function todaysTimer(context: Context, assignedId: string): Promise<Found> {
  const [person, timers] = await Promise.all([
    lockMember(context, assignedId),
    runningTimers(context, assignedId),
  ]);
  if (person === undefined) throw noAssigned(assignedId);
  const today = timers.filter(isOfToday);
  const timer = today.find((timer) => !isAhead(context, timer)) ?? today[0];
  if (timer === undefined) throw noRunningTimer(timers);
  return { timer, others: timers.filter(({ id }) => id !== timer.id) };
}

function stopMoment(context: Context, timer: Timer, given: Instant | null): Instant {
  if (given === null) return context.now;
  if (given < timer.start) {
    throw badStop(
      `stop (${given}) is before the timer's start (${timer.start})`,
      "give a stop after the start",
    );
  }
  if (millisecondsBetween(context.now, given) > TOLERANCE_MS) {
    throw badStop(
      `stop (${given}) is in the future; it is now ${context.now}`,
      "leave stop out to stop it now",
    );
  }
  return given;
}

function badStop(message: string, next: string): Refusal {
  return new Refusal({ code: "invalid_argument", path: "stop", message, next });
}

function notTheirs({ id, assigned_id }: EntryRow): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "assigned_id",
    message: `Time entry ${id} is of another member, ${assigned_id}`,
    next: "leave assigned_id out when entry_id is given",
  });
}

const BY_A_PERSON = "a person changes or deletes it on the page Time of the web app";

export function alreadyStopped(id: string): Refusal {
  return new Refusal({
    code: "already_stopped",
    path: "entry_id",
    message: `Time entry ${id} is already stopped`,
    next: `${BY_A_PERSON}; tracker_list_entries shows its stop and duration`,
    nextByDeleting: `tracker_delete_entry with a new tracker_start_timer (start and stop) replaces it, or ${BY_A_PERSON}; tracker_list_entries shows its stop and duration`,
  });
}

function hasNoStart(id: string): Refusal {
  return new Refusal({
    code: "entry_has_no_start",
    path: "entry_id",
    message: `Time entry ${id} has no start, so it is not a running timer`,
    next: "tracker_start_timer starts one",
  });
}

function noRunningTimer([earlier]: readonly RunningTimer[]): Refusal {
  return new Refusal({
    code: "no_running_timer",
    message:
      earlier === undefined
        ? "No timer is running"
        : `No timer of today is running, but one of ${earlier.date} still is: entry ${earlier.id}`,
    next:
      earlier === undefined
        ? "tracker_start_timer starts one"
        : `stop it with tracker_stop_timer and entry_id ${earlier.id}; give stop, unless it really ran until now`,
  });
}

export const SHORTEST_MS = 60_000;

/** The event that a verb has written. The web app offers to undo it; tools leave it out. */
export type InEvent = { readonly event: string };

export type Stopped = {
  readonly entry: StoppedEntry;
  /** As it was stopped. */
  readonly timer: Timer;
  readonly change: Change;
};

/**
 * Sets a running timer's stop and duration, or deletes it if that is under a minute. Answers null
 * if it has stopped or got another start meanwhile.
 * @param corrected the timer with the start, day and description that are written with the stop
 * @throws Refusal when it would be deleted only because the clock was set back
 */
export async function stopAt(
  context: Context,
  timer: Timer,
  stop: Instant,
  corrected: Timer = timer,
): Promise<Stopped | null> {
  const milliseconds = Math.max(0, millisecondsBetween(corrected.start, stop));
  const discarded = isShort(corrected, stop);
  if (discarded && stop === context.now && isAhead(context, timer))
    throw clockBehind(context, timer);
  const stopped = { ...corrected, stop, duration: Math.floor(milliseconds / 1000) };
  const snapshots = discarded
    ? await removeRunning(context, timer)
    : await storeStop(context, timer, stopped);
  if (snapshots === null) return null;
  return {
    entry: { ...entryOf(stopped), discarded },
    timer: stopped,
    change: { type: "tracker_entry", id: timer.id, ...snapshots },
  };
}

function clockBehind({ now }: Context, { id, created_at }: Timer): Refusal {
  return new Refusal({
    code: "clock_behind",
    message: `The server's clock was set back: it is ${now} there, and the running timer ${id} was made at ${created_at}; the timer runs on`,
    next: `have the clock corrected and repeat the call, or ${BY_A_PERSON}`,
    nextByDeleting:
      "have the clock corrected and repeat the call, or delete the entry with tracker_delete_entry",
  });
}

type Snapshots = Pick<Change, "before" | "after">;

async function storeStop(
  context: Context,
  timer: Timer,
  stopped: Timer,
): Promise<Snapshots | null> {
  const { id, date, start, stop, duration, description } = stopped;
  const isMoved = start !== timer.start;
  const [entry] = await updateRunning(context.db, {
    team_id: context.team.id,
    id,
    was: timer.start,
    stop,
    duration,
    ...(description === timer.description ? {} : { description }),
    ...(isMoved ? { date, start, sort_key: sortKeyOf({ date, at: start, id }) } : {}),
  });
  return entry === undefined ? null : difference(timer, stopped);
}

type Stop = Place & {
  readonly was: Instant;
  readonly stop: Instant | null;
  readonly duration: number | null;
  readonly description?: string | null;
  readonly date?: Day;
  readonly start?: Instant;
  readonly sort_key?: string;
};
type Place = { readonly team_id: string; readonly id: string };

const updateRunning = preparedQuery((db, { row: { team_id, id, was, ...stop } }: Slots<Stop>) =>
  db
    .updateTable("tracker_entries")
    .set(stop)
    .where("team_id", "=", team_id)
    .where("id", "=", id)
    .where("start", "=", was)
    .where("stop", "is", null)
    .returning("id"),
);

async function removeRunning(context: Context, { id, start }: Timer): Promise<Snapshots | null> {
  const [entry] = await deleteRunning(context.db, { team_id: context.team.id, id, was: start });
  return entry === undefined ? null : { before: entrySnapshot(entry), after: null };
}

const deleteRunning = preparedQuery((db, { slot }: Slots<Place & Pick<Stop, "was">>) =>
  db
    .deleteFrom("tracker_entries")
    .where("team_id", "=", slot("team_id"))
    .where("id", "=", slot("id"))
    .where("start", "=", slot("was"))
    .where("stop", "is", null)
    .returningAll(),
);
