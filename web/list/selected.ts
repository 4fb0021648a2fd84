import type { BatchResult } from "./batch.ts";
import type { FilterValues } from "./filters.ts";

/** The selected rows, for actions. */
export type Selected<Row> = {
  readonly target: Target;
  /** Number of selected rows. */
  readonly count: number;
  /** The loaded ones among them. */
  readonly rows: readonly Row[];
  /** Tells what an action did, with Undo, and loads the rows again. Rows that failed stay selected. */
  readonly settle: (result: BatchResult) => Promise<void>;
  readonly clear: () => void;
};

/** Rows by id, or all rows that match the filters and the search. */
type Target =
  | { readonly ids: readonly string[]; readonly all?: never }
  | { readonly all: FilterValues; readonly ids?: never };
