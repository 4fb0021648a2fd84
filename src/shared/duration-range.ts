import { type Minutes, readClock } from "./clock.ts";
import { readAs, type Reading, refusedFor } from "./reading.ts";

/** Typed text as a duration. Seconds are whole, and never rounded up. */
export type Duration = {
  readonly seconds: number;
  /** Set for a range such as `9-10:30`. */
  readonly range?: Range;
};

export type Range = {
  readonly start: Minutes;
  readonly end: Minutes;
  readonly endsNextDay: boolean;
};

const DAY = 24 * 60;
const HALF = DAY / 2;

/**
 * Reads `9-10:30`, `9–1030`, `9am to 5pm`; null for text that is no range. An end before the start is on
 * the next day. Where the other half of the day may be meant too, it asks.
 */
export function readRange(typed: string): Reading<Duration> | null {
  const [all, first = "", second = ""] = /^(.+?) ?(?:-|–|—|\bto\b) ?(.+)$/.exec(typed) ?? [];
  if (all === undefined) return null;
  const [start, end] = [readClock(first), readClock(second)];
  if (start === null || end === null || start.minutes === DAY)
    return refusedFor("Write a range such as 9-10:30 or 9am-5pm.");
  if (start.minutes === end.minutes) return refusedFor("It ends when it starts.");
  const asRead = between(start.minutes, end.minutes);
  const other = otherHalf(start, end);
  if (other === null) return readAs(asRead);
  return refusedFor("Which time of day is meant?", ...bySeconds(asRead, other));
}

type Clock = { readonly minutes: number; readonly isMarked: boolean };

/** The range with the other half of the day, where a person may well mean that. */
function otherHalf(start: Clock, end: Clock): Duration | null {
  const laterEnd = end.minutes + HALF;
  // 9-5 and 9pm-10: an end without a mark before the start, which is no time of 24 hours.
  const isEndOpen = !end.isMarked && (start.isMarked || start.minutes < HALF);
  if (isEndOpen && end.minutes < start.minutes && laterEnd > start.minutes && laterEnd <= DAY)
    return between(start.minutes, laterEnd);
  // 1-5pm: a start without a mark, before an end with one.
  const laterStart = start.minutes + HALF;
  const isStartOpen = !start.isMarked && end.isMarked && start.minutes >= 60;
  return isStartOpen && laterStart < end.minutes ? between(laterStart, end.minutes) : null;
}

function between(start: number, end: number): Duration {
  const endsNextDay = end < start;
  const minutes = end - start + (endsNextDay ? DAY : 0);
  return { seconds: minutes * 60, range: { start, end, endsNextDay } };
}

function bySeconds(...durations: readonly Duration[]): readonly Duration[] {
  return durations.toSorted((one, other) => one.seconds - other.seconds);
}
