import { z } from "zod";
import { json, defineRoute } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { STARTED, STOPPED, TIMER } from "./events.ts";
import {
  ContinueEntry,
  continueEntry,
  OwnTimer,
  ownTimer,
  Started,
  StartOwn,
  startOwn,
  StoppedOwn,
  StopOwn,
  stopOwn,
  Recent,
  recentWork,
} from "./own-timer.ts";

const nothing = z.strictObject({});

const read = defineRoute({
  path: "GET /api/teams/:team/timer",
  role: "member",
  input: nothing,
  output: json(OwnTimer),
  example: () => ({}),
  handler: async (context: Context) => ownTimer(context),
});

const recent = defineRoute({
  path: "GET /api/teams/:team/timer/recent",
  role: "member",
  input: nothing,
  output: json(Recent),
  example: () => ({}),
  handler: async (context: Context) => recentWork(context),
});

const start = defineRoute({
  path: "POST /api/teams/:team/timer",
  role: "member",
  event: STARTED,
  input: StartOwn,
  output: json(Started),
  example: (idOf) => ({ project: idOf("tracker_project") }),
  handler: startOwn,
});

const stop = defineRoute({
  path: "POST /api/teams/:team/timer/:id/stop",
  role: "member",
  event: STOPPED,
  input: StopOwn,
  output: json(StoppedOwn),
  example: (idOf) => ({ id: idOf("tracker_entry") }),
  handler: stopOwn,
});

const resume = defineRoute({
  path: "POST /api/teams/:team/entries/:id/continue",
  role: "member",
  event: {
    of: "tracker_entry",
    did: "created",
    said: "continued with *",
    record: TIMER,
    tried: "continue with a time entry",
  },
  input: ContinueEntry,
  output: json(Started),
  example: (idOf) => ({ id: idOf("tracker_entry") }),
  handler: continueEntry,
});

export const timerRoutes = [read, recent, start, stop, resume] as const;
