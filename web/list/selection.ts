import { counted } from "../numbers.ts";
import type { FilterValues } from "./filters.ts";
import type { ListWords } from "./list.ts";

export type Chosen = {
  readonly keys: ReadonlySet<string>;
  readonly isAll: boolean;
  readonly anchor: string | null;
  readonly reach: string | null;
};

export const NONE: Chosen = { keys: new Set(), isAll: false, anchor: null, reach: null };

/** Keys of the loaded rows in order. */
type Rows = readonly string[];

export function isChosen({ keys, isAll }: Chosen, key: string): boolean {
  return isAll || keys.has(key);
}

/** Toggles a row. Out of all matching rows, the loaded ones stay selected. */
export function toggled(chosen: Chosen, rows: Rows, key: string): Chosen {
  const keys = new Set(chosen.isAll ? rows : chosen.keys);
  if (!keys.delete(key)) keys.add(key);
  return { keys, isAll: false, anchor: key, reach: key };
}

/**
 * Stretches a range from its anchor to a row. Rows of the last stretch beyond it are deselected.
 */
export function stretched(chosen: Chosen, rows: Rows, to: string): Chosen {
  const anchor = chosen.anchor !== null && rows.includes(chosen.anchor) ? chosen.anchor : to;
  const keys = new Set(chosen.isAll ? rows : chosen.keys);
  for (const key of between(rows, anchor, chosen.reach ?? anchor)) keys.delete(key);
  for (const key of between(rows, anchor, to)) keys.add(key);
  return { keys, isAll: false, anchor, reach: to };
}

/**
 * Stretches a range by a move from one row to the next. It begins at `from` unless it ended there.
 */
export function stretchedBy(chosen: Chosen, rows: Rows, from: string, to: string): Chosen {
  const isGoingOn = chosen.reach === from && isChosen(chosen, from);
  const begun = isGoingOn ? chosen : { ...chosen, anchor: from, reach: from };
  return stretched(begun, rows, to);
}

function between(rows: Rows, one: string, other: string): Rows {
  const places = [rows.indexOf(one), rows.indexOf(other)].toSorted((a, b) => a - b);
  const [start = -1, end = -1] = places;
  return start < 0 ? [] : rows.slice(start, end + 1);
}

export function headOf(chosen: Chosen, rows: Rows): "all" | "some" | "none" {
  const count = rows.filter((key) => isChosen(chosen, key)).length;
  if (count === 0) return "none";
  return count === rows.length ? "all" : "some";
}

export function headPressed(chosen: Chosen, rows: Rows): Chosen {
  return headOf(chosen, rows) === "all" ? NONE : { ...NONE, keys: new Set(rows) };
}

export type Selected<Row> = {
  readonly target: Target;
  readonly count: number;
  readonly rows: readonly Row[];
  /** Tells what an action did, with Undo, and reloads the rows. Failed rows stay selected. */
  readonly settle: (result: BatchResult) => Promise<void>;
  readonly clear: () => void;
};

/** Rows by id, or all rows that match the filters and the search. */
type Target =
  | { readonly ids: readonly string[]; readonly all?: never }
  | { readonly all: FilterValues; readonly ids?: never };

export type BatchResult = {
  /** Past participle: `archived`. */
  readonly did: string;
  readonly done: number;
  readonly failed: readonly Failed[];
  readonly undo: (() => Promise<unknown>) | null;
};

type Failed = { readonly key: string; readonly name: string; readonly because: string };

/** `310 customers archived, 2 failed`. */
export function saidOf(
  { did, done, failed }: BatchResult,
  { one, many }: Pick<ListWords, "one" | "many">,
): string {
  const said = `${counted(done, one, many)} ${did}`;
  return failed.length === 0 ? said : `${said}, ${failed.length} failed`;
}
