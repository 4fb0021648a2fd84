import { isDeepStrictEqual } from "node:util";
import type { Instant } from "../shared/time.ts";
import { rowName, type Rows } from "./held-rows.ts";
import { type Change, difference } from "./journal.ts";
import type { Thing } from "./names.ts";
import { pickKey, knownOf, type RecordedChange } from "./recorded-change.ts";
import type { Snapshot } from "./snapshot.ts";
import { isShared, refersOf, type Subjects, undoRowsOf } from "./subject.ts";
import type { UndoRows } from "./undo-rows.ts";

/** One row to put back: inserted again, given its earlier values, or removed. */
export type Step = {
  readonly kind: "restore" | "change" | "remove";
  readonly undo: UndoRows;
  readonly key: Snapshot;
  /** Columns to write. */
  readonly columns: Snapshot;
  /** The row before; null when there is none. */
  readonly was: Snapshot | null;
  /** The row after. */
  readonly row: Snapshot;
  /** For the journal. */
  readonly change: Change;
};

/** A row that has changed since the event, so that nothing of the event is undone. */
export type Conflict = Thing & {
  /** The known columns of the row. */
  readonly snapshot: Snapshot;
} & (
    | { readonly conflict: "gone" }
    | { readonly conflict: "there" }
    | {
        readonly conflict: "changed";
        readonly column: string;
        readonly left: unknown;
        readonly now: unknown;
      }
    | { readonly conflict: "parent gone"; readonly parent: Thing }
  );

type StepContext = { readonly subjects: Subjects; readonly now: Instant };

/**
 * The steps that undo changes, the last change first, so that rows are restored before the rows that
 * refer to them. Each step is checked against the rows that the steps before it leave.
 */
export function stepsOf(
  context: StepContext,
  past: readonly RecordedChange[],
  rows: Rows,
): readonly Step[] | Conflict {
  const state = new Map(rows);
  const steps: Step[] = [];
  for (const change of past.toReversed()) {
    const step = stepOf(context, change, state);
    if ("conflict" in step) return step;
    const name = rowName(change.type, step.key);
    if (step.kind === "remove") state.delete(name);
    else state.set(name, step.row);
    steps.push(step);
  }
  return steps;
}

function stepOf(context: StepContext, change: RecordedChange, state: Rows): Step | Conflict {
  const { type, id, before, after } = change;
  const undo = undoRowsOf(context.subjects, type);
  if (undo === null || !isShared(context.subjects, type))
    throw new Error(`a ${type} cannot be put back`);
  const snapshot = knownOf(change);
  const key = pickKey(undo.key, snapshot);
  const now = state.get(rowName(type, key)) ?? null;
  const thing = { type, id, snapshot: { ...now, ...snapshot } };
  if (now === null && after !== null) return { ...thing, conflict: "gone" };
  if (now !== null && after === null) return { ...thing, conflict: "there" };
  const changed = columnChanged(undo, after, now);
  if (changed !== null) return { ...thing, conflict: "changed", ...changed };
  if (before === null) {
    const known = { type, id, before: picked(now, after), after: null };
    return { kind: "remove", undo, key, columns: {}, was: now, row: {}, change: known };
  }
  const put = { ...before, ...touchOf(context, undo, change, now) };
  const { parents, missing } = parentsOf(context, change, put, state);
  if (missing !== null) return { ...thing, conflict: "parent gone", parent: missing };
  const columns = { ...put, ...newly(undo.derived({ ...now, ...put }, parents), now) };
  const snapshots = now === null ? { before: null, after: put } : difference(picked(now, put), put);
  const kind = now === null ? "restore" : "change";
  const row = { ...now, ...columns };
  return { kind, undo, key, columns, was: now, row, change: { type, id, ...snapshots } };
}

/** Leaves out columns that have the value already, so that one statement puts many rows back. */
function newly(columns: Snapshot, now: Snapshot | null): Snapshot {
  return Object.fromEntries(
    Object.entries(columns).filter(([column, value]) => now?.[column] !== value),
  );
}

/** The first column that has changed since. */
function columnChanged(undo: UndoRows, left: Snapshot | null, now: Snapshot | null) {
  const [column, value] =
    Object.entries(left ?? {}).find(
      ([column, value]) => column !== undo.touched && !isDeepStrictEqual(now?.[column], value),
    ) ?? [];
  return column === undefined ? null : { column, left: value, now: now?.[column] };
}

/** Puts the time of the last change back if nothing was changed since; else sets it to now. */
function touchOf(
  { now: moment }: StepContext,
  { touched }: UndoRows,
  { after }: RecordedChange,
  now: Snapshot | null,
): Snapshot {
  if (touched === undefined || now === null || after === null || !(touched in after)) return {};
  return now[touched] === after[touched] ? {} : { [touched]: moment };
}

/** The rows that a snapshot refers to, by column, and the first that is missing. */
function parentsOf(
  { subjects }: StepContext,
  { type }: RecordedChange,
  snapshot: Snapshot,
  state: Rows,
) {
  const parents: Record<string, Snapshot> = {};
  let missing: Thing | null = null;
  for (const [column, parent] of Object.entries(refersOf(subjects[type]))) {
    const id = snapshot[column];
    const undo = undoRowsOf(subjects, parent);
    if (typeof id !== "string" || undo === null || undo.isConstant?.(id) === true) continue;
    const row = state.get(rowName(parent, { id }));
    if (row === undefined) missing ??= { type: parent, id };
    else parents[column] = row;
  }
  return { parents, missing };
}

function picked(row: Snapshot | null, columns: Snapshot | null): Snapshot {
  return Object.fromEntries(Object.keys(columns ?? {}).map((column) => [column, row?.[column]]));
}
