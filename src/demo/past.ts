import { uuidV7 } from "../core/ids.ts";
import type { Context, BaseContext } from "../db/context.ts";
import { addDays, momentIn } from "../shared/calendar.ts";
import { dayIn, type Instant, millisecondsOf } from "../shared/time.ts";

/** Moves a context to an earlier moment, for its timestamps and new ids. */
export function contextAt<C extends BaseContext>(context: C, now: Instant): C {
  const newId = () => uuidV7(millisecondsOf(now), context.randomBytes);
  return { ...context, now, newId };
}

/** Moves a context back by days, to this many minutes after midnight in its user's time zone. */
export function ago(context: Context, days: number, minutes: number): Context {
  const { timeZone } = context.actor;
  return contextAt(
    context,
    momentIn(timeZone, addDays(dayIn(timeZone, context.now), -days), minutes),
  );
}
