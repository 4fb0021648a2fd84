import { z } from "zod";
import { byId, notices, noticesOf, uuid } from "../../core/fields.ts";
import { defineTool, type Tool } from "../../core/tool.ts";
import type { Context } from "../../db/context.ts";
import { deleteEntries, lossOfEntry, staysOn } from "./chosen-entries.ts";
import { EntryList, ListEntries, listEntries } from "./list-entries.ts";

const LISTED = ["items", "nextCursor", "total_duration", "groups", "notices"];

export const timesheetTools: readonly Tool<Context>[] = [
  defineTool({
    name: "tracker_list_entries",
    title: "List time entries",
    tier: "read",
    resource: "tracker-entries",
    description:
      "Lists time entries, newest first: your own unless assigned_id says otherwise. from and to count both days. A running timer has no stop or duration (seconds). total_duration is of this page. invoice holds the time; a draft's number is null. group_by answers sums; their invoiced_duration is on invoices or drafts.",
    input: ListEntries,
    output: EntryList,
    told: [...LISTED, "id", "date", "start", "stop", "duration", "project", "assigned", "name"],
    example: (idOf) => ({ project_id: idOf("tracker_project"), assigned_id: idOf("user") }),
    handler: listEntries,
  }),
  defineTool({
    name: "tracker_delete_entry",
    title: "Delete time entry",
    tier: "destructive",
    resource: "tracker-entries",
    event: { of: "tracker_entry", did: "deleted" },
    description:
      "Deletes a time entry, running or not; a person can undo it for 30 days. Projects, customers and invoices are untouched: time that an invoice has stays on it, which notices say. Returns deleted: false when there was no such entry. Ids come from tracker_list_entries.",
    input: byId,
    output: z.object({ id: uuid, deleted: z.boolean(), notices }),
    dryRun: true,
    example: (idOf) => ({ id: idOf("tracker_entry") }),
    idempotent: true,
    handler: async (context, { id }) => {
      const { deleted, held } = await deleteEntries(context, { ids: [id], isOfAnyone: true });
      return { id, deleted: deleted > 0, ...noticesOf(held.map(staysOn)) };
    },
    loss: lossOfEntry,
  }),
];
