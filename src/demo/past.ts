import { hash } from "node:crypto";
import { uuidV7 } from "../core/ids.ts";
import type { Context, BaseContext } from "../db/context.ts";
import { addDays, momentIn } from "../shared/calendar.ts";
import { dayIn, type Instant, millisecondsOf } from "../shared/time.ts";

/** Moves a context to a moment, for its timestamps and new ids. */
export function contextAt<C extends BaseContext>(context: C, now: Instant): C {
  const newId = () => uuidV7(millisecondsOf(now), context.randomBytes);
  return { ...context, now, newId };
}

/** Moves a context back, to this many minutes after midnight in the user's time zone. */
export function ago(context: Context, days: number, minutes: number): Context {
  const { timeZone } = context.actor;
  return contextAt(
    context,
    momentIn(timeZone, addDays(dayIn(timeZone, context.now), -days), minutes),
  );
}

/** Signs a person's work as the web app does, in one session a day. */
export function inWebApp(
  context: Context,
  route: `${"PATCH" | "POST" | "PUT"} /api/teams/:team/${string}`,
): Context {
  const credential = { kind: "session", id: signInOf(context) } as const;
  return { ...context, credential, client: null, tool: route };
}

function signInOf({ actor, now }: Context): string {
  const day = dayIn(actor.timeZone, now);
  const digest = hash("sha256", `${actor.id} ${day}`, "buffer");
  return uuidV7(Date.parse(day), (size) => digest.subarray(0, size));
}
