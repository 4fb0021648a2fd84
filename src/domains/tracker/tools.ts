import { byId } from "../../core/fields.ts";
import { defineTool, type Tool } from "../../core/tool.ts";
import type { Context } from "../../db/context.ts";
import { DeletedEntry, deleteEntry, lossOfEntry } from "./delete-entry.ts";
import { EntryList, ListEntries, listEntries } from "./list-entries.ts";
import { ListProjects, listProjects, ProjectList } from "./list-projects.ts";
import { StartedTimer, StartTimer, startTimer } from "./start-timer.ts";
import { StoppedTimer, StopTimer, stopTimer } from "./stop-timer.ts";

export const trackerTools: readonly Tool<Context>[] = [
  defineTool({
    name: "tracker_list_projects",
    title: "List tracker projects",
    tier: "read",
    resource: "tracker-projects",
    description:
      "Lists the projects that time is tracked on, newest first, each with its customer, hourly rate and total tracked seconds. More pages: pass cursor, with the same filters. Their ids serve as project_id in tracker_start_timer and tracker_list_entries.",
    input: ListProjects,
    output: ProjectList,
    handler: listProjects,
  }),
  defineTool({
    name: "tracker_list_entries",
    title: "List time entries",
    tier: "read",
    resource: "tracker-entries",
    description:
      "Lists time entries, newest first: your own unless assigned_id says otherwise. from and to are days and count both. Durations are seconds; a running timer has no stop and no duration. total_duration is the sum of this page only. More pages: pass cursor, with the same filters.",
    input: ListEntries,
    output: EntryList,
    handler: listEntries,
  }),
  defineTool({
    name: "tracker_start_timer",
    title: "Start timer",
    tier: "write",
    resource: "tracker-entries",
    description:
      "Starts a timer on a project (id from tracker_list_projects) and returns the new entry. A person has one running timer a day: one that runs today, or on the start's own day, is stopped first and returned as stopped (discarded when it ran for under 60 seconds). start may lie in the past.",
    input: StartTimer,
    output: StartedTimer,
    handler: startTimer,
  }),
  defineTool({
    name: "tracker_stop_timer",
    title: "Stop timer",
    tier: "write",
    resource: "tracker-entries",
    description:
      "Stops a running timer and returns the entry with its duration in seconds. Without entry_id it is today's timer of yours, or of assigned_id. Under 60 seconds the entry is deleted and discarded is true. It is an error when no timer runs, or the entry is already stopped or has no start.",
    input: StopTimer,
    output: StoppedTimer,
    handler: stopTimer,
  }),
  defineTool({
    name: "tracker_delete_entry",
    title: "Delete time entry",
    tier: "destructive",
    resource: "tracker-entries",
    description:
      "Deletes a time entry, running or not; no tool restores it. Projects, customers and invoices are untouched. Returns deleted: false when there was no such entry. Ids come from tracker_list_entries.",
    input: byId,
    output: DeletedEntry,
    idempotent: true,
    handler: deleteEntry,
    loss: lossOfEntry,
  }),
];
