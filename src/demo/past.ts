import { addDays, momentIn } from "../core/calendar.ts";
import { uuidV7 } from "../core/ids.ts";
import { dayIn, type Instant, millisecondsOf } from "../core/time.ts";
import type { Context, Ground } from "../db/context.ts";

/** The same context at an earlier moment: what it writes and the ids it makes are of then. */
export function at<C extends Ground>(context: C, now: Instant): C {
  const newId = () => uuidV7(millisecondsOf(now), context.randomBytes);
  return { ...context, now, newId };
}

/** The context that many days ago, so many minutes after midnight where its person lives. */
export function ago(context: Context, days: number, minutes: number): Context {
  const { timeZone } = context.actor;
  return at(context, momentIn(timeZone, addDays(dayIn(timeZone, context.now), -days), minutes));
}
