import { defineTool, type Tool } from "../../core/tool.ts";
import type { Context } from "../../db/context.ts";
import { StartOrChange, startOrChange } from "./change-timer.ts";
import { STARTED, STOPPED } from "./events.ts";
import { StartedTimer } from "./start-timer.ts";
import { StoppedTimer, StopTimer, stopTimer } from "./stop-timer.ts";

const TOLD = ["id", "date", "start", "stop", "duration", "discarded", "notices"];

export const timerTools: readonly Tool<Context>[] = [
  defineTool({
    name: "tracker_start_timer",
    title: "Start timer",
    tier: "write",
    resource: "tracker-entries",
    event: STARTED,
    description:
      "Starts a timer on a project (id from tracker_list_projects) and returns the new entry. A timer of today, or of the start's day, is stopped first and returned as stopped (discarded under 60 seconds). With start and stop it writes past time and stops none. With entry_id it changes that running timer, its project too.",
    input: StartOrChange,
    output: StartedTimer,
    told: [...TOLD, "stopped"],
    dryRun: true,
    example: (idOf) => ({ project_id: idOf("tracker_project"), assigned_id: idOf("user") }),
    handler: startOrChange,
  }),
  defineTool({
    name: "tracker_stop_timer",
    title: "Stop timer",
    tier: "write",
    resource: "tracker-entries",
    event: STOPPED,
    description:
      "Stops a running timer and returns the entry with its duration in seconds. Without entry_id it is today's timer of yours, or of assigned_id. Under 60 seconds the entry is deleted and discarded is true. It is an error when no timer runs, or the entry is already stopped or has no start.",
    input: StopTimer,
    output: StoppedTimer,
    told: TOLD,
    dryRun: true,
    example: (idOf) => ({ entry_id: idOf("tracker_entry"), assigned_id: idOf("user") }),
    handler: stopTimer,
  }),
];
