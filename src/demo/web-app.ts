import { hash } from "node:crypto";
import { uuidV7 } from "../core/ids.ts";
import type { Context } from "../db/context.ts";
import { dayIn } from "../shared/time.ts";

/** Address of a route, as the journal has it. */
export type Route = `${"PATCH" | "POST" | "PUT"} /api/teams/:team/${string}`;

/** Signs a person's work as the web app does. They signed in once on that day, and out again. */
export function inWebApp(context: Context, route: Route): Context {
  const credential = { kind: "session", id: signInOf(context) } as const;
  return { ...context, credential, client: null, tool: route };
}

/** The same id for all that a person does on a day. */
function signInOf({ actor, now }: Context): string {
  const day = dayIn(actor.timeZone, now);
  const digest = hash("sha256", `${actor.id} ${day}`, "buffer");
  return uuidV7(Date.parse(day), (size) => digest.subarray(0, size));
}
