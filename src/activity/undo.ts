import { z } from "zod";
import type { ById } from "../core/fields.ts";
import type { TeamTable } from "../db/schema/schema.ts";
import { pause, ROWS_A_CHUNK, transaction } from "../db/transaction.ts";
import { Event, eventsOf } from "./event.ts";
import { type EventRow, lockEvent, requireEvent } from "./find-events.ts";
import { type Change, Recording } from "./journal.ts";
import { conflicting, DONE_ALREADY, notUndoable } from "./not-undoable.ts";
import { type RecordedChange, selectChanges, changeOf } from "./recorded-change.ts";
import {
  type JournalContext,
  type Subjects,
  undoRowsOf,
  type PutBack,
  type UndoRows,
} from "./subject.ts";
import { requireMayUndo } from "./undo-rights.ts";
import { neverOf, obstacleTo, TOO_OLD } from "./undo-state.ts";
import { holdFor, lockRowsOf, stepsOf, type Step, take } from "./undo-steps.ts";

export const Undone = z.object({
  event: Event,
  undoing: Event,
});

export type Undone = z.output<typeof Undone>;

/**
 * Puts back all changes of an event, or none. Possible once, for 30 days, and only while no row has
 * changed since. Recorded as an event of its own, linked to the undone one.
 * @throws Refusal `not_undoable` with the reason, and both values where they differ; `not_allowed`
 */
export async function undoEvent(context: JournalContext, { id }: ById): Promise<Undone> {
  return transaction(context, async (context) => {
    const event = await lockEvent(context, id);
    if (event.undone_by !== null) throw notUndoable(DONE_ALREADY);
    const obstacle = obstacleTo(context, event);
    if (obstacle !== null) throw notUndoable(obstacle);
    await requireMayUndo(context, event);
    const parts = await partsOf(context, event);
    for await (const past of parts()) {
      const never = neverOf(context.subjects, past);
      if (never !== null) throw notUndoable(never);
      await holdFor(context, past);
    }
    const recording = new Recording(context, { undoes: id });
    for await (const past of parts()) await recording.add(await putBack(context, past));
    const undoingId = await recording.end();
    const [after, undoing] = await eventsOf(context, [
      await requireEvent(context, id),
      await requireEvent(context, undoingId),
    ]);
    if (after === undefined || undoing === undefined) throw new Error("an event was lost");
    return { event: after, undoing };
  });
}

async function putBack(
  context: JournalContext,
  past: readonly RecordedChange[],
): Promise<readonly Change[]> {
  const steps = stepsOf(context, past, await lockRowsOf(context, past));
  if ("conflict" in steps) throw await conflicting(context, steps);
  await aroundTables(context, past, async () => take(context, steps));
  await afterTables(context, steps);
  return steps.map(({ change }) => change);
}

type Part = readonly RecordedChange[];

/**
 * The changes of an event in parts, from the last part to the first; in a part the first change comes
 * first. A large event is read anew each time, so that only one part of it is in memory.
 */
async function partsOf(
  context: JournalContext,
  event: EventRow,
): Promise<() => Iterable<Part> | AsyncIterable<Part>> {
  const count = event.subjects.reduce((sum, { changes }) => sum + changes, 0);
  if (count > ROWS_A_CHUNK) return () => readParts(context, event, count);
  const { past } = await readPart(context, event, count);
  return () => [past];
}

async function* readParts(
  context: JournalContext,
  event: EventRow,
  count: number,
): AsyncGenerator<Part> {
  for (let from = count; from > 0;) {
    const { past, first } = await readPart(context, event, from);
    yield past;
    from = first;
    await pause(context);
  }
}

async function readPart(context: JournalContext, { id }: EventRow, before: number) {
  const rows = await selectChanges(context.db)
    .where("team_id", "=", context.team.id)
    .where("event_id", "=", id)
    .where("position", "<", before)
    .orderBy("position", "desc")
    .limit(ROWS_A_CHUNK)
    .execute();
  if (rows.some(({ is_redacted }) => is_redacted === "yes")) throw notUndoable(TOO_OLD);
  return { past: rows.toReversed().map(changeOf), first: rows.at(-1)?.position ?? 0 };
}

/**
 * Writes the rows with `putBack`, inside `around` of each table that has it. Tables with the same function
 * share one call of it.
 */
async function aroundTables(
  context: JournalContext,
  past: readonly RecordedChange[],
  putBack: () => Promise<void>,
): Promise<void> {
  const hooks = Map.groupBy(past, ({ type }) => undoRowsOf(context.subjects, type)?.around);
  const nested = [...hooks].reduceRight(
    (inner, [around, items]) =>
      around === undefined
        ? inner
        : async () => once(inner, async (putBack) => around(context, items, putBack)),
    putBack,
  );
  await nested();
}

/** A hook that writes nothing, or twice, would leave rows and journal apart. */
async function once(
  putBack: () => Promise<void>,
  run: (putBack: () => Promise<void>) => Promise<void>,
): Promise<void> {
  let calls = 0;
  await run(async () => {
    calls += 1;
    await putBack();
  });
  if (calls !== 1) throw new Error(`around called putBack ${calls} times`);
}

async function afterTables(context: JournalContext, steps: readonly Step[]): Promise<void> {
  const tables = byTable(context.subjects, steps, ({ change }) => change.type);
  for (const { undo, items } of tables.values()) await undo.after?.(context, items.map(putBackOf));
}

function putBackOf({ kind, change, was, row }: Step): PutBack {
  return { id: change.id, before: was, after: kind === "remove" ? null : row };
}

type OfTable<T> = { readonly undo: UndoRows; readonly items: T[] };

/** Kinds of records in one table share the hooks of the first of them. */
function byTable<T>(
  subjects: Subjects,
  items: readonly T[],
  typeOf: (item: T) => RecordedChange["type"],
): ReadonlyMap<TeamTable, OfTable<T>> {
  const tables = new Map<TeamTable, OfTable<T>>();
  for (const item of items) {
    const undo = undoRowsOf(subjects, typeOf(item));
    if (undo === null) continue;
    const known = tables.get(undo.table);
    if (known === undefined) tables.set(undo.table, { undo, items: [item] });
    else known.items.push(item);
  }
  return tables;
}
