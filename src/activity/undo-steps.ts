import { isDeepStrictEqual } from "node:util";
import type { Instant } from "../core/time.ts";
import { rowName, type Rows } from "./held-rows.ts";
import type { Image } from "./image.ts";
import { type Change, difference } from "./journal.ts";
import type { Thing } from "./names.ts";
import { keyOf, knownOf, type Past } from "./past.ts";
import { type Subjects, undoRowsOf } from "./subject.ts";
import type { UndoRows } from "./undo-rows.ts";

/** One row that is put back: made again, given its earlier values, or removed. */
export type Step = {
  readonly kind: "restore" | "change" | "remove";
  readonly undo: UndoRows;
  readonly key: Image;
  /** What is written. */
  readonly columns: Image;
  /** The row as it will be. */
  readonly row: Image;
  /** For the journal. */
  readonly change: Change;
};

/** A row that is not as the event left it: then nothing of the event is undone. */
export type Conflict = Thing & {
  /** What is known of the row. */
  readonly image: Image;
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

type Ground = { readonly subjects: Subjects; readonly now: Instant };

/**
 * The steps that undo changes: the last change first, so that what a row refers to is there. Each is
 * checked against the rows as those before it leave them.
 */
export function stepsOf(
  ground: Ground,
  past: readonly Past[],
  rows: Rows,
): readonly Step[] | Conflict {
  const state = new Map(rows);
  const steps: Step[] = [];
  for (const change of past.toReversed()) {
    const step = stepOf(ground, change, state);
    if ("conflict" in step) return step;
    const name = rowName(change.type, step.key);
    if (step.kind === "remove") state.delete(name);
    else state.set(name, step.row);
    steps.push(step);
  }
  return steps;
}

function stepOf(ground: Ground, change: Past, state: Rows): Step | Conflict {
  const { type, id, before, after } = change;
  const undo = undoRowsOf(ground.subjects, type);
  if (undo === null) throw new Error(`a ${type} cannot be put back`);
  const image = knownOf(change);
  const key = keyOf(undo.key, image);
  const now = state.get(rowName(type, key)) ?? null;
  const thing = { type, id, image: { ...now, ...image } };
  if (now === null && after !== null) return { ...thing, conflict: "gone" };
  if (now !== null && after === null) return { ...thing, conflict: "there" };
  const changed = columnChanged(undo, after, now);
  if (changed !== null) return { ...thing, conflict: "changed", ...changed };
  if (before === null) {
    const known = { type, id, before: picked(now, after), after: null };
    return { kind: "remove", undo, key, columns: {}, row: {}, change: known };
  }
  const put = { ...before, ...touchOf(ground, undo, change, now) };
  const { parents, missing } = parentsOf(ground, change, put, state);
  if (missing !== null) return { ...thing, conflict: "parent gone", parent: missing };
  const columns = { ...put, ...undo.derived({ ...now, ...put }, parents) };
  const images = now === null ? { before: null, after: put } : difference(picked(now, put), put);
  const kind = now === null ? "restore" : "change";
  return { kind, undo, key, columns, row: { ...now, ...columns }, change: { type, id, ...images } };
}

/** The first column that is not as it was left. */
function columnChanged(undo: UndoRows, left: Image | null, now: Image | null) {
  const [column, value] =
    Object.entries(left ?? {}).find(
      ([column, value]) => column !== undo.touched && !isDeepStrictEqual(now?.[column], value),
    ) ?? [];
  return column === undefined ? null : { column, left: value, now: now?.[column] };
}

/** Put back only where nobody has touched the row since; else this is when it was touched last. */
function touchOf(
  { now: moment }: Ground,
  { touched }: UndoRows,
  { after }: Past,
  now: Image | null,
): Image {
  if (touched === undefined || now === null || after === null || !(touched in after)) return {};
  return now[touched] === after[touched] ? {} : { [touched]: moment };
}

/** The rows that an image refers to, by column, and the first one that should be there and is not. */
function parentsOf({ subjects }: Ground, { type }: Past, image: Image, state: Rows) {
  const parents: Record<string, Image> = {};
  let missing: Thing | null = null;
  for (const [column, parent] of Object.entries(subjects[type].refers)) {
    const id = image[column];
    if (typeof id !== "string" || undoRowsOf(subjects, parent) === null) continue;
    const row = state.get(rowName(parent, { id }));
    if (row === undefined) missing ??= { type: parent, id };
    else parents[column] = row;
  }
  return { parents, missing };
}

function picked(row: Image | null, columns: Image | null): Image {
  return Object.fromEntries(Object.keys(columns ?? {}).map((column) => [column, row?.[column]]));
}
