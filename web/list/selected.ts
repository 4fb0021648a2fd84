import type { BatchResult } from "./batch.ts";
import type { FilterValues } from "./filters.ts";

export type Selected<Row> = {
  readonly target: Target;
  readonly count: number;
  /** The selected rows that are loaded. */
  readonly rows: readonly Row[];
  /** Tells what an action did, with Undo, and reloads the rows. Failed rows stay selected. */
  readonly settle: (result: BatchResult) => Promise<void>;
  readonly clear: () => void;
};

/** Rows by id, or all rows that match the filters and the search. */
type Target =
  | { readonly ids: readonly string[]; readonly all?: never }
  | { readonly all: FilterValues; readonly ids?: never };
