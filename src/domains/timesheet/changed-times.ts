import type { Context } from "../../db/context.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { shownIn } from "../../shared/calendar.ts";
import {
  addMilliseconds,
  type Day,
  type Instant,
  millisecondsBetween,
  millisecondsOf,
} from "../../shared/time.ts";
import { TOLERANCE_MS } from "../timers/running.ts";
import {
  badTime,
  endAfter,
  type GivenTimes,
  lengthOf,
  startAt,
  timesOf,
  untimed,
} from "./times.ts";

type Row = Schema["tracker_entries"];
type Times = Pick<Row, "date" | "start" | "stop" | "duration">;
type Given = Omit<GivenTimes, "day"> & { readonly day?: Day | undefined };

/** Null counts as not given. */
function isGiven(value: number | null | undefined): value is number {
  return value !== null && value !== undefined;
}

/**
 * Times of an entry after a change. Times that are not given stay exactly as they are, to the second.
 * @throws Refusal that names the field at fault
 */
export function changedTimes(context: Context, row: Row, given: Given): Times {
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

/** The same time of the clock on another day, if only the day is given. */
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

/** Minutes after midnight on the clocks of a time zone. */
function clockOf(timeZone: string, at: Instant): number {
  const [hours = 0, minutes = 0] = shownIn(timeZone, at).slice(11, 16).split(":").map(Number);
  return 60 * hours + minutes;
}
