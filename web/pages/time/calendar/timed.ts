import { dayIn } from "../../../days.ts";
import { clockTime } from "../../../moments.ts";
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

/** `09:00–10:30`. */
export function clockText({ start, stop }: Times, timeZone: string): string {
  const clock = (at: number) => clockTime(new Date(at).toISOString(), timeZone);
  return `${clock(start)}–${clock(stop)}`;
}

/** `Tue 17 Nov 09:00–10:30`. */
export function timesText(times: Times, timeZone: string): string {
  const day = dayHead(dayIn(timeZone, new Date(times.start).toISOString()));
  return `${day} ${clockText(times, timeZone)}`;
}
