import type { ChosenRow } from "./plan-import.ts";
import type { RowAction } from "./plan-rows.ts";

export const ACTIONS = [
  "new",
  "update",
  "likely",
  "forgotten",
  "duplicate",
] as const satisfies readonly RowAction[];

export type Count = { readonly count: number; readonly minor: number; readonly taken: number };

/** Rows of each action, their sum, and those that are written. All sums add up to that of the file. */
export function countsOf(rows: readonly ChosenRow[]): Readonly<Record<RowAction, Count>> {
  const of = (action: RowAction): Count => {
    const some = rows.filter((row) => row.action === action);
    return {
      count: some.length,
      minor: some.reduce((sum, { row }) => sum + row.minor, 0),
      taken: some.filter(({ isTaken }) => isTaken).length,
    };
  };
  return {
    new: of("new"),
    update: of("update"),
    likely: of("likely"),
    forgotten: of("forgotten"),
    duplicate: of("duplicate"),
  };
}
