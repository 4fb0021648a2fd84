import { z } from "zod";
import { byId, uuid } from "../../core/fields.ts";
import { json, defineRoute } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { ChooseProject, chooseProject, ProjectChoices } from "../projects/choose-project.ts";
import { AddEntry, addEntry } from "./add-entry.ts";
import { ChangeEntry, changeEntry, SplitEntry, splitEntry } from "./change-entry.ts";
import { DeleteEntries, deleteEntries, MoveEntries, moveEntries } from "./chosen-entries.ts";
import { ListTime, listTime, TimeList } from "./list-time.ts";
import { CellWritten, SetCell, setCell } from "./set-cell.ts";
import { getTime, TrackedTime } from "./tracked-time.ts";
import {
  CopyWeek,
  copyWeek,
  previewCopy,
  ReadWeek,
  readWeek,
  Week,
  WeekCopied,
  WeekCopy,
} from "./week.ts";

/** Event that can be undone; null when nothing was changed. */
const event = uuid.nullable();
const written = json(z.object({ entry: TrackedTime, event }));

const list = defineRoute({
  path: "GET /api/teams/:team/entries",
  role: "member",
  input: ListTime,
  output: json(TimeList),
  example: (idOf) => ({ from: "2026-11-01", to: "2026-11-30", person: idOf("member") }),
  handler: listTime,
});

const get = defineRoute({
  path: "GET /api/teams/:team/entries/:id",
  role: "member",
  input: byId,
  output: json(TrackedTime),
  example: (idOf) => ({ id: idOf("tracker_entry") }),
  handler: getTime,
});

const add = defineRoute({
  path: "POST /api/teams/:team/entries",
  role: "member",
  event: { of: "tracker_entry", did: "created" },
  input: AddEntry,
  output: written,
  example: (idOf) => ({
    project: idOf("tracker_project"),
    day: "2026-11-02",
    seconds: 3600,
    person: idOf("member"),
  }),
  handler: addEntry,
});

const change = defineRoute({
  path: "PATCH /api/teams/:team/entries/:id",
  role: "member",
  event: { of: "tracker_entry", did: "changed" },
  input: ChangeEntry,
  output: written,
  example: (idOf) => ({
    id: idOf("tracker_entry"),
    seen: idOf("version"),
    project: idOf("other_project"),
  }),
  handler: changeEntry,
});

const split = defineRoute({
  path: "POST /api/teams/:team/entries/:id/split",
  role: "member",
  event: {
    of: "tracker_entry",
    did: "changed",
    said: "split * at midnight",
    tried: "split a time entry",
  },
  input: SplitEntry,
  output: json(z.object({ entries: z.array(TrackedTime), event })),
  example: (idOf) => ({ id: idOf("tracker_entry"), seen: idOf("version") }),
  handler: async (context: Context, input) => {
    const { entries, event } = await splitEntry(context, input);
    return { entries: [...entries], event };
  },
});

const move = defineRoute({
  path: "POST /api/teams/:team/entries/move",
  role: "member",
  event: { of: "tracker_entry", did: "changed", said: "moved *", tried: "move time entries" },
  input: MoveEntries,
  output: json(z.object({ moved: z.int(), gone: z.int(), to: z.string(), event })),
  example: (idOf) => ({ ids: [idOf("tracker_entry")], project: idOf("other_project") }),
  handler: moveEntries,
});

const remove = defineRoute({
  path: "POST /api/teams/:team/entries/delete",
  role: "member",
  event: { of: "tracker_entry", did: "deleted", tried: "delete time entries" },
  input: DeleteEntries,
  output: json(z.object({ deleted: z.int(), event })),
  example: (idOf) => ({ ids: [idOf("tracker_entry")] }),
  handler: deleteEntries,
});

const week = defineRoute({
  path: "GET /api/teams/:team/week",
  role: "member",
  input: ReadWeek,
  output: json(Week),
  example: (idOf) => ({ day: "2026-11-02", person: idOf("member") }),
  handler: readWeek,
});

const cell = defineRoute({
  path: "PUT /api/teams/:team/week/cell",
  role: "member",
  event: { of: "tracker_entry", did: "changed", tried: "set the time of a day" },
  input: SetCell,
  output: json(CellWritten),
  example: (idOf) => ({
    project: idOf("tracker_project"),
    day: "2026-11-02",
    seconds: 3600,
    seen: 0,
    person: idOf("member"),
  }),
  handler: setCell,
});

const copyPreview = defineRoute({
  path: "GET /api/teams/:team/week/copy",
  role: "member",
  input: CopyWeek,
  output: json(WeekCopy),
  example: (idOf) => ({ from: "2026-11-02", to: "2026-11-09", person: idOf("member") }),
  handler: previewCopy,
});

const copy = defineRoute({
  path: "POST /api/teams/:team/week/copy",
  role: "member",
  event: {
    of: "tracker_entry",
    did: "created",
    said: "copied a week: added *",
    tried: "copy a week",
  },
  input: CopyWeek,
  output: json(WeekCopied),
  example: (idOf) => ({ from: "2026-11-02", to: "2026-11-09", person: idOf("member") }),
  handler: copyWeek,
});

const projects = defineRoute({
  path: "GET /api/teams/:team/time/projects",
  role: "member",
  input: ChooseProject,
  output: json(ProjectChoices),
  example: () => ({ q: "web" }),
  handler: chooseProject,
});

export const timesheetRoutes = [
  list,
  get,
  add,
  change,
  split,
  move,
  remove,
  week,
  cell,
  copyPreview,
  copy,
  projects,
] as const;
