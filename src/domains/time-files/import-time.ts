import { z } from "zod";
import { lockMember } from "../../accounts/members.ts";
import { Recording } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import type { Context } from "../../db/context.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { ROWS_A_CHUNK, transaction } from "../../db/transaction.ts";
import { enumerated } from "../../shared/words.ts";
import { entrySnapshot, sortKeyOf } from "../timesheet/entry.ts";
import type { TimeImportOptions } from "./import-options.ts";
import { peopleOf } from "./people.ts";
import { makePlaces } from "./places.ts";
import { type Planned, planTimeImport } from "./plan-import.ts";
import type { TimeFile } from "./time-file.ts";

const ImportedTime = z.object({
  /** Event that can be undone; null when there was nothing to import. */
  event: z.string().nullable(),
  entries: z.int(),
  seconds: z.int(),
  projects: z.int(),
  customers: z.int(),
});

type ImportedTime = z.output<typeof ImportedTime>;

/** Imports what the preview of the same file and options shows, as one event. */
export async function importTime(
  context: Context,
  file: TimeFile,
  options: TimeImportOptions,
): Promise<ImportedTime> {
  return transaction(context, async (context) => {
    await lockPeople(context, file, options);
    return writePlan(context, file, options);
  });
}

/** @throws Refusal when the file lacks a column, or does not tell its dates, and nobody has */
export function requireTimes({ missing, order }: TimeFile, { dates }: TimeImportOptions): void {
  if (missing.length > 0) throw noTime(missing);
  if (order === null && dates === undefined) throw unclearDates();
}

/** Imports of the same people take turns, so that each finds what the other has added. */
async function lockPeople(
  context: Context,
  file: TimeFile,
  options: TimeImportOptions,
): Promise<void> {
  const { ownerOf } = await peopleOf(context, options);
  const people = new Set<string>();
  for (const row of file.rows) {
    const owner = ownerOf(row);
    if ("id" in owner) people.add(owner.id);
  }
  for (const id of [...people].toSorted())
    if ((await lockMember(context, id)) === undefined) throw personLeft();
}

async function writePlan(
  context: Context,
  file: TimeFile,
  options: TimeImportOptions,
): Promise<ImportedTime> {
  const { entries } = await planTimeImport(context, file, options);
  if (entries.length === 0)
    return { event: null, entries: 0, seconds: 0, projects: 0, customers: 0 };
  const recording = new Recording(context, { toCome: async () => entries.length - ROWS_A_CHUNK });
  const ids = await makePlaces(context, recording, entries);
  for (let start = 0; start < entries.length; start += ROWS_A_CHUNK) {
    const chunk = entries.slice(start, start + ROWS_A_CHUNK);
    const rows = chunk.map((planned) => entryRow(context, planned, ids));
    await context.db.insertInto("tracker_entries").values(rows).execute();
    await recording.add(
      rows.map((row) => ({
        type: "tracker_entry",
        id: row.id,
        before: null,
        after: entrySnapshot(row),
      })),
    );
  }
  return {
    event: await recording.end(),
    entries: entries.length,
    seconds: entries.reduce((sum, { times }) => sum + times.duration, 0),
    projects: recording.countOf("tracker_project"),
    customers: recording.countOf("customer"),
  };
}

type Row = Schema["tracker_entries"];

function entryRow(
  context: Context,
  { row, owner, place, times }: Planned,
  projectIds: ReadonlyMap<string, string>,
): Row {
  const id = context.newId();
  const project_id = place.id ?? projectIds.get(place.key);
  if (project_id === undefined) throw new Error("a project of the plan was not made");
  const { date, start, stop, duration, zone } = times;
  return {
    team_id: context.team.id,
    id,
    project_id,
    assigned_id: owner.id,
    date,
    start,
    stop,
    duration,
    description: row.description,
    time_zone: zone,
    sort_key: sortKeyOf({ date, at: start ?? context.now, id }),
    created_at: context.now,
  };
}

function noTime(missing: readonly string[]): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "file",
    message: `The file has no column for ${enumerated(missing)}`,
    next: "choose it in the preview, or the detailed report of the other program as CSV",
  });
}

function unclearDates(): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "dates",
    message: "The file does not tell whether 3/4 is the third of April or the fourth of March",
    next: "choose which comes first; nothing was imported",
  });
}

function personLeft(): Refusal {
  return new Refusal({
    code: "not_found",
    message: "Somebody whose time the file has left the team meanwhile",
    next: "look at the preview again; nothing was imported",
  });
}

export const ImportEvent = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("progress"), done: z.int(), total: z.int() }),
  ImportedTime.extend({ kind: z.literal("done") }),
]);

export type ImportEvent = z.output<typeof ImportEvent>;

/**
 * Runs an import and tells its progress while it runs. Once nobody listens, the next progress fails, and
 * nothing is imported.
 */
export function importEvents(
  context: Context,
  run: (context: Context) => Promise<ImportedTime>,
): AsyncIterable<ImportEvent> {
  return new ReadableStream<ImportEvent>({
    start: async (listener) => {
      const progress = (done: number, total: number) =>
        listener.enqueue({ kind: "progress", done, total });
      try {
        listener.enqueue({ kind: "done", ...(await run({ ...context, progress })) });
        listener.close();
      } catch (error) {
        listener.error(error);
      }
    },
  });
}
