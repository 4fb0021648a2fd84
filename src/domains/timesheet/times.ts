import { z } from "zod";
import { Refusal } from "../../core/errors.ts";
import { addDays, dayLength, momentsAt, startOfDay } from "../../shared/calendar.ts";
import {
  addMilliseconds,
  type Day,
  type Instant,
  instantOf,
  millisecondsBetween,
} from "../../shared/time.ts";
import { spoken } from "../../shared/words.ts";

/** Minutes after midnight on the clock. */
export const startTime = z.int().min(0).max(1439);
/** 1440 is the midnight at the end of the day. */
export const endTime = z.int().min(0).max(1440);

/** Longer than any day: a timed entry may end on the next one. */
export const LONGEST_SECONDS = 100 * 60 * 60;

export const seconds = z.int().min(1).max(LONGEST_SECONDS);

/** True when the clock shows the start twice that day, and the second time is meant. */
export const isRepeated = z.boolean().optional();

export type GivenTimes = {
  readonly day: Day;
  readonly start?: number | null | undefined;
  readonly end?: number | null | undefined;
  readonly seconds?: number | null | undefined;
  readonly isRepeated?: boolean | undefined;
};

export type Times = {
  readonly date: Day;
  readonly start: Instant | null;
  readonly stop: Instant | null;
  readonly duration: number;
};

/** @throws Refusal that names the field at fault */
export function timesOf(timeZone: string, given: GivenTimes): Times {
  const { day } = given;
  const [start, end, seconds] = [given.start ?? null, given.end ?? null, given.seconds ?? null];
  if (end !== null && seconds !== null)
    throw badTime("seconds", "an end and a length are given both", "give one of them");
  if (start === null) {
    if (end !== null) throw badTime("start", "the start is missing", "give the start too");
    if (seconds === null)
      throw badTime("seconds", "the time is missing", "give a length, or a start and an end");
    return untimed(timeZone, day, seconds);
  }
  const from = startAt(timeZone, day, start, given.isRepeated);
  if (end === null && seconds === null)
    throw badTime("end", "the end is missing", "give an end or a length");
  const stop =
    end === null
      ? addMilliseconds(from, (seconds ?? 0) * 1000)
      : endAfter(timeZone, { day, start, from, end });
  return { date: day, start: from, stop, duration: lengthOf(from, stop) };
}

/** A length without a start, which the day has room for. */
export function untimed(timeZone: string, day: Day, seconds: number): Times {
  const longest = dayLength(timeZone, day);
  if (seconds > longest)
    throw badTime("seconds", `${day} has only ${spoken(longest)}`, "give less time");
  return { date: day, start: null, stop: null, duration: seconds };
}

/** @param isRepeated true for the second of two moments at which the clock shows that time */
export function startAt(timeZone: string, day: Day, start: number, isRepeated = false): Instant {
  const moment = momentsAt(timeZone, day, start).at(isRepeated ? -1 : 0);
  if (moment === undefined) throw skipped(timeZone, day, start, "start");
  return moment;
}

type End = {
  readonly day: Day;
  readonly start: number;
  readonly from: Instant;
  readonly end: number;
};

/** First moment after the start at which the clock shows the end: on the next day, if need be. */
export function endAfter(timeZone: string, { day, start, from, end }: End): Instant {
  if (start === end)
    throw badTime("end", "the end is the same as the start", "give a later end, or a length");
  if (end === MIDNIGHT) return startOfDay(timeZone, addDays(day, 1));
  const today = momentsAt(timeZone, day, end);
  // A time that the clock skips today is not taken for tomorrow's.
  const next = end > start && today.length === 0 ? [] : momentsAt(timeZone, addDays(day, 1), end);
  const moment = [...today, ...next].find((moment) => moment > from);
  if (moment === undefined) throw skipped(timeZone, day, end, "end");
  return moment;
}

export function lengthOf(start: Instant, stop: Instant): number {
  return Math.floor(millisecondsBetween(start, stop) / 1000);
}

const MIDNIGHT = 1440;

function skipped(timeZone: string, day: Day, minutes: number, path: string): Refusal {
  const time = instantOf(minutes * 60_000).slice(11, 16);
  const message = `on ${day} the clocks of ${timeZone} go forward, so that there is no ${time}`;
  return badTime(path, message, "give a time before or after");
}

export function badTime(path: string, message: string, next: string): Refusal {
  return new Refusal({ code: "invalid_argument", path, message, next });
}
