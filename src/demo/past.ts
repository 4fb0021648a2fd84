import { uuidV7 } from "../core/ids.ts";
import { type Day, dayIn, type Instant, instantOf, millisecondsOf } from "../core/time.ts";
import type { Context, Ground } from "../db/context.ts";

/** The same context at an earlier moment: what it writes and the ids it makes are of then. */
export function at<C extends Ground>(context: C, now: Instant): C {
  const newId = () => uuidV7(millisecondsOf(now), context.randomBytes);
  return { ...context, now, newId };
}

/** The context that many days ago, so many minutes after midnight where its person lives. */
export function ago(context: Context, days: number, minutes: number): Context {
  const { timeZone } = context.actor;
  return at(context, momentIn(timeZone, daysBefore(dayIn(timeZone, context.now), days), minutes));
}

/** The calendar day that many days before another. */
export function daysBefore(day: Day, days: number): Day {
  return instantOf(millisecondsOf(`${day}T00:00:00.000Z`) - days * 86_400_000).slice(0, 10);
}

/** 0 is Sunday. */
export function weekdayOf(day: Day): number {
  return new Date(`${day}T00:00:00.000Z`).getUTCDay();
}

/** The moment at which clocks in a time zone show that day and that many minutes after midnight. */
export function momentIn(timeZone: string, day: Day, minutes: number): Instant {
  const shown = millisecondsOf(`${day}T00:00:00.000Z`) + minutes * 60_000;
  // The offset is not known before the moment is; the second look corrects a change of it in between.
  const near = shown - offsetAt(timeZone, shown);
  return instantOf(shown - offsetAt(timeZone, near));
}

/** How far the clocks of a time zone are ahead of UTC, in milliseconds. */
function offsetAt(timeZone: string, milliseconds: number): number {
  const whole = Math.floor(milliseconds / 1000) * 1000;
  const shown = clockOf(timeZone).format(whole).replace(" ", "T");
  return millisecondsOf(`${shown}.000Z`) - whole;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  // The Swedish locale writes YYYY-MM-DD HH:MM:SS.
  const made = new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    dateStyle: "short",
    timeStyle: "medium",
  });
  clocks.set(timeZone, made);
  return made;
}
