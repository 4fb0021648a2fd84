import { defineTool, type Tool } from "../../core/tool.ts";
import type { Context } from "../../db/context.ts";
import { STARTED, STOPPED } from "./events.ts";
import { StartedTimer, StartTimer, startTimer } from "./start-timer.ts";
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
      "Starts a timer on a project (id from tracker_list_projects) and returns the new entry. A person has one running timer a day: one that runs today, or on the start's own day, is stopped first and returned as stopped (discarded when under 60 seconds). With start and stop it writes past time and stops nothing.",
    input: StartTimer,
    output: StartedTimer,
    told: [...TOLD, "stopped"],
    example: (idOf) => ({ project_id: idOf("tracker_project"), assigned_id: idOf("user") }),
    handler: startTimer,
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
    example: (idOf) => ({ entry_id: idOf("tracker_entry"), assigned_id: idOf("user") }),
    handler: stopTimer,
  }),
];
