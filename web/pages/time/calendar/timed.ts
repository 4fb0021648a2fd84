import { dayIn } from "../../../../src/shared/time.ts";
import { clockTime } from "../../../dates.ts";
import type { Entry } from "../entries/entry.ts";
import { dayHead } from "../week/words.ts";
import type { Times } from "./axis.ts";

/** An entry with a start, and its times as they are shown: a timer runs until now. */
export type Timed = { readonly entry: Entry; readonly times: Times; readonly isRunning: boolean };

export function timedOf(entry: Entry, now: string): Timed | null {
  if (entry.start === null) return null;
  const start = Date.parse(entry.start);
  const stop = Math.max(start, Date.parse(entry.stop ?? now));
  return { entry, times: { start, stop }, isRunning: entry.stop === null };
}

type Placeable = Pick<Timed, "times"> & { readonly entry: Pick<Entry, "id"> };

const SECOND_MS = 1000;

/** Ids of the entries that share a second or more with another one. */
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
