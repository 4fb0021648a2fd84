import { momentsAt } from "../../../../src/shared/calendar.ts";
import { dayIn } from "../../../../src/shared/time.ts";
import { clockTime } from "../../../dates.ts";
import { minutesIn } from "../../../timer/clock.ts";
import type { Entry } from "../entries/entry.ts";
import { dayHead } from "../week/week-model.ts";
import { MINUTE_MS, type Times } from "./axis.ts";

/** An entry with a start, and its shown times: a timer runs until now. */
export type Timed = { readonly entry: Entry; readonly times: Times; readonly isRunning: boolean };

export function timedOf(entry: Entry, now: string): Timed | null {
  if (entry.start === null) return null;
  const start = Date.parse(entry.start);
  const stop = Math.max(start, Date.parse(entry.stop ?? now));
  return { entry, times: { start, stop }, isRunning: entry.stop === null };
}

type Placeable = Pick<Timed, "times"> & { readonly entry: Pick<Entry, "id"> };

const SECOND_MS = 1000;

/** Ids of entries that share a second or more with another. */
export function overlappingIn(all: readonly Placeable[]): ReadonlySet<string> {
  const found = new Set<string>();
  let latest: Placeable | null = null;
  for (const one of all.toSorted((one, other) => one.times.start - other.times.start)) {
    if (latest !== null && latest.times.stop - one.times.start >= SECOND_MS)
      found.add(latest.entry.id).add(one.entry.id);
    if (latest === null || one.times.stop > latest.times.stop) latest = one;
  }
  return found;
}

/** `09:00–10:30`. */
export function clockRange({ start, stop }: Times, timeZone: string): string {
  const clock = (at: number) => clockTime(new Date(at).toISOString(), timeZone);
  return `${clock(start)}–${clock(stop)}`;
}

/** `Tue 17 Nov 09:00–10:30`. */
export function timesText(times: Times, timeZone: string): string {
  const day = dayHead(dayIn(timeZone, new Date(times.start).toISOString()));
  return `${day} ${clockRange(times, timeZone)}`;
}

type Written = {
  readonly day: string;
  /** Minutes after midnight. */
  readonly start: number;
  readonly seconds: number;
  /** True when the clock shows the start for the second time that day. */
  readonly isRepeated: boolean;
};

/** Times for the routes: a day, the start on the clock, and the exact length. */
function writtenTimes(timeZone: string, times: Times): Written {
  const { start, stop } = times;
  const at = new Date(start).toISOString();
  const [day, minutes] = [dayIn(timeZone, at), minutesIn(timeZone, at)];
  const [first = at] = momentsAt(timeZone, day, minutes);
  return {
    day,
    start: minutes,
    seconds: Math.floor((stop - start) / 1000),
    isRepeated: start - Date.parse(first) >= MINUTE_MS,
  };
}

/** A start that stays is not sent, so that it stays to the second. */
export function changedTimes(timeZone: string, before: Times, after: Times): Partial<Written> {
  const written = writtenTimes(timeZone, after);
  return before.start === after.start ? { seconds: written.seconds } : written;
}

/** First values of the form of a new entry. It gets the length where the clock shows the end twice. */
export function formTimes(timeZone: string, times: Times) {
  const { seconds, ...written } = writtenTimes(timeZone, times);
  const last = new Date(times.stop).toISOString();
  const end = minutesIn(timeZone, last);
  const isTwice = momentsAt(timeZone, dayIn(timeZone, last), end).length > 1;
  // 0 is the midnight at the end of the day.
  return isTwice ? { ...written, seconds } : { ...written, end: end === 0 ? 1440 : end };
}
