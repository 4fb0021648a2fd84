import { z } from "zod";
import { lockMember } from "../../accounts/members.ts";
import { type Change, difference, record } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { text, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { one, preparedQuery, type Slots } from "../../db/prepared-query.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { transaction } from "../../db/transaction.ts";
import { addDays, shownIn, startOfDay } from "../../shared/calendar.ts";
import {
  addMilliseconds,
  type Day,
  type Instant,
  millisecondsBetween,
  millisecondsOf,
} from "../../shared/time.ts";
import { refuseHeld } from "../invoices/held-time.ts";
import { runningTimers, TOLERANCE_MS } from "../timers/running.ts";
import { insertTime, trimDescription, type Written } from "./add-entry.ts";
import { dayArgument } from "./day-words.ts";
import { entrySnapshot, findEntry, sortKeyOf } from "./entry.ts";
import {
  badTime,
  endAfter,
  endTime,
  type GivenTimes,
  isRepeated,
  lengthOf,
  seconds,
  startAt,
  startTime,
  timesOf,
  untimed,
} from "./times.ts";
import {
  lockEntry,
  noTime,
  requireProjectForTime,
  requireReach,
  timeById,
  type TrackedTime,
} from "./tracked-time.ts";

export const ChangeEntry = z.strictObject({
  id: uuid,
  /** Version of the entry as the caller has seen it. */
  seen: z.string(),
  project: uuid.optional(),
  description: text(2000).nullish(),
  /** Moves the entry, which keeps its length. */
  day: dayArgument.optional(),
  /** Alone it keeps the end, with `day` the length. */
  start: startTime.nullish(),
  /** For a running timer: stops it then. */
  end: endTime.nullish(),
  seconds: seconds.nullish(),
  isRepeated,
});

export async function changeEntry(
  context: Context,
  input: z.output<typeof ChangeEntry>,
): Promise<Written> {
  return transaction(context, async (context) => {
    const { id } = input;
    await holdPersonOf(context, id);
    if (input.project !== undefined) await requireProjectForTime(context, input.project);
    const before = await lockEntry(context, id, input.seen);
    const after = {
      ...before,
      ...changedTimes(context, before, input),
      project_id: input.project ?? before.project_id,
      description:
        input.description === undefined ? before.description : trimDescription(input.description),
    };
    if (after.start !== null && after.stop === null) await refuseOther(context, after);
    const change = await writeEntry(context, before, after);
    const event = change === null ? null : await record(context, [change]);
    return { entry: await timeById(context, id), event };
  });
}

/** Locks the entry's person before the entry itself, which is the order of locks. */
export async function holdPersonOf(context: Context, id: string): Promise<void> {
  const entry = await findEntry(context, id);
  if (entry === undefined) throw noTime(id);
  requireReach(context, entry.assigned_id);
  await lockMember(context, entry.assigned_id);
}

type Row = Schema["tracker_entries"];

/**
 * Writes the changed columns of a locked entry; null when nothing differs.
 * @throws Refusal `time_already_billed` for time that is on an invoice
 */
export async function writeEntry(
  context: Context,
  before: Row,
  after: Row,
): Promise<Change | null> {
  const { id } = before;
  const snapshots = difference(entrySnapshot(before), entrySnapshot(after));
  if (Object.keys(snapshots.after).length === 0) return null;
  await refuseHeld(context, [id]);
  const { date, start, created_at } = after;
  const { project_id, stop, duration, description } = after;
  const sort_key = sortKeyOf({ date, at: start ?? created_at, id });
  const row = { project_id, date, start, stop, duration, description, sort_key };
  one(await updateEntry(context.db, { team_id: context.team.id, id, ...row }));
  return { type: "tracker_entry", id, ...snapshots };
}

type Columns = Pick<
  Row,
  | "team_id"
  | "id"
  | "project_id"
  | "date"
  | "start"
  | "stop"
  | "duration"
  | "description"
  | "sort_key"
>;

const updateEntry = preparedQuery((db, { row: { team_id, id, ...columns } }: Slots<Columns>) =>
  db
    .updateTable("tracker_entries")
    .set(columns)
    .where("team_id", "=", team_id)
    .where("id", "=", id)
    .returning("id"),
);

/**
 * A person has one running timer a day.
 * @param path of the value that puts it on that day
 */
export async function refuseOther(
  context: Context,
  { id, assigned_id, date }: Pick<Row, "id" | "assigned_id" | "date">,
  path = "day",
): Promise<void> {
  const timers = await runningTimers(context, assigned_id);
  if (!timers.some((timer) => timer.id !== id && timer.date === date)) return;
  throw new Refusal({
    code: "timer_running",
    path,
    message: `another timer runs on ${date}`,
    next: "stop that one first",
  });
}

type Times = Pick<Row, "date" | "start" | "stop" | "duration">;
type Given = Omit<GivenTimes, "day"> & { readonly day?: Day | undefined };

function isGiven(value: number | null | undefined): value is number {
  return value !== null && value !== undefined;
}

/**
 * Times of an entry after a change. Times that are not given stay exactly as they are, to the second.
 * @throws Refusal that names the field at fault
 */
function changedTimes(context: Context, row: Row, given: Given): Times {
  const { date, start, stop, duration } = row;
  const isUnchanged =
    !isGiven(given.start) &&
    !isGiven(given.end) &&
    !isGiven(given.seconds) &&
    (given.day ?? date) === date;
  if (isUnchanged) return { date, start, stop, duration };
  if (start === null) return changedUntimed(row, given);
  const from = changedStart(row, start, given);
  const moved = { date: given.day ?? date, start: from };
  if (stop === null) return changedRunning(context, row, moved, given);
  return { ...moved, ...changedEnd(row, { ...moved, stop, old: start }, given) };
}

function changedUntimed({ time_zone, date, duration }: Row, given: Given): Times {
  const day = given.day ?? date;
  if (!isGiven(given.start) && !isGiven(given.end))
    return untimed(time_zone, day, given.seconds ?? duration ?? 0);
  const seconds = isGiven(given.end) ? given.seconds : (given.seconds ?? duration);
  return timesOf(time_zone, { ...given, day, seconds });
}

/** Keeps the time of the clock where only the day is given. */
function changedStart({ time_zone, date }: Row, start: Instant, given: Given): Instant {
  const day = given.day ?? date;
  if (isGiven(given.start)) return startAt(time_zone, day, given.start, given.isRepeated);
  if (day === date) return start;
  const past = millisecondsOf(start) % 60_000;
  return addMilliseconds(startAt(time_zone, day, clockOf(time_zone, start)), past);
}

type Moved = { readonly date: Day; readonly start: Instant };

function changedRunning(context: Context, row: Row, moved: Moved, given: Given): Times {
  if (millisecondsBetween(context.now, moved.start) > TOLERANCE_MS)
    throw badTime("start", "a timer cannot start in the future", "give an earlier start");
  if (!isGiven(given.end) && !isGiven(given.seconds))
    return { ...moved, stop: null, duration: null };
  const { stop, duration } = changedEnd(
    row,
    { ...moved, stop: context.now, old: moved.start },
    given,
  );
  if (millisecondsBetween(context.now, stop) > TOLERANCE_MS)
    throw badTime("end", "a timer cannot stop in the future", "give an earlier end");
  return { ...moved, stop, duration };
}

type Ending = Moved & { readonly stop: Instant; readonly old: Instant };

function changedEnd(
  { time_zone }: Row,
  { date, start, stop, old }: Ending,
  { day, end, seconds }: Given,
): { stop: Instant; duration: number } {
  if (isGiven(end) && isGiven(seconds))
    throw badTime("seconds", "an end and a length are given both", "give one of them");
  if (isGiven(end)) {
    const clock = clockOf(time_zone, start);
    return ended(start, endAfter(time_zone, { day: date, start: clock, from: start, end }));
  }
  if (isGiven(seconds)) return ended(start, addMilliseconds(start, seconds * 1000));
  if (day === undefined) {
    if (stop <= start)
      throw badTime("start", "the start is not before the end", "give an earlier start");
    return ended(start, stop);
  }
  return ended(start, addMilliseconds(start, millisecondsBetween(old, stop)));
}

function ended(start: Instant, stop: Instant) {
  return { stop, duration: lengthOf(start, stop) };
}

/** In minutes after midnight. */
function clockOf(timeZone: string, at: Instant): number {
  const [hours = 0, minutes = 0] = shownIn(timeZone, at).slice(11, 16).split(":").map(Number);
  return 60 * hours + minutes;
}

export const SplitEntry = z.strictObject({
  id: uuid,
  /** Version of the entry as the caller has seen it. */
  seen: z.string(),
});

const MOST_PARTS = 31;

type Split = { readonly entries: readonly TrackedTime[]; readonly event: string | null };

/**
 * Splits an entry at each midnight of its time zone: one entry a day. The last part of a timer runs on. An
 * entry of one day stays as it is.
 */
export async function splitEntry(
  context: Context,
  { id, seen }: z.output<typeof SplitEntry>,
): Promise<Split> {
  return transaction(context, async (context) => {
    await holdPersonOf(context, id);
    const entry = await lockEntry(context, id, seen);
    const [first, ...others] = partsOf(entry, context.now);
    if (first === undefined || others.length === 0)
      return { entries: [await timeById(context, id)], event: null };
    const last = others.at(-1);
    if (last?.stop === null) await refuseOther(context, { ...entry, date: last.date });
    const changes: Change[] = [];
    const changed = await writeEntry(context, entry, { ...entry, ...first });
    if (changed !== null) changes.push(changed);
    for (const part of others) {
      const { project_id, description, assigned_id, time_zone } = entry;
      const whole = { ...part, project_id, description, assigned_id, time_zone };
      changes.push((await insertTime(context, whole)).change);
    }
    const event = await record(context, changes);
    const entries = await Promise.all(changes.map(async ({ id }) => timeById(context, id)));
    return { entries, event };
  });
}

type Part = {
  readonly date: Day;
  readonly start: Instant;
  readonly stop: Instant | null;
  readonly duration: number | null;
};

/** Gives none for an entry without a start. */
function partsOf({ id, start, stop, time_zone, ...entry }: Row, now: Instant): readonly Part[] {
  const parts: Part[] = [];
  let [date, from] = [entry.date, start];
  while (from !== null) {
    const midnight = startOfDay(time_zone, addDays(date, 1));
    if (midnight >= (stop ?? now)) {
      const duration = stop === null ? null : lengthOf(from, stop);
      return [...parts, { date, start: from, stop, duration }];
    }
    parts.push({ date, start: from, stop: midnight, duration: lengthOf(from, midnight) });
    if (parts.length === MOST_PARTS) throw tooLong(id);
    [date, from] = [addDays(date, 1), midnight];
  }
  return parts;
}

function tooLong(id: string): Refusal {
  return new Refusal({
    code: "too_many",
    message: `Time entry ${id} lasts longer than ${MOST_PARTS} days`,
    next: "give it an earlier end first",
  });
}
