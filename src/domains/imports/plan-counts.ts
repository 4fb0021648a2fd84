import { tellable } from "../../core/money.ts";
import type { ChosenRow } from "./plan-import.ts";
import type { RowAction } from "./planned-row.ts";

export const ACTIONS = [
  "new",
  "update",
  "likely",
  "forgotten",
  "duplicate",
] as const satisfies readonly RowAction[];

export type Count = { readonly count: number; readonly minor: number; readonly taken: number };

/**
 * Rows of each action, their sum, and those that are written. All sums add up to that of the file.
 * @throws Refusal `too_large` for a sum that could not be told exactly
 */
export function countsOf(rows: readonly ChosenRow[]): Readonly<Record<RowAction, Count>> {
  const of = (action: RowAction): Count => {
    const some = rows.filter((row) => row.action === action);
    return {
      count: some.length,
      minor: Number(tellable(some.reduce((sum, { row }) => sum + BigInt(row.minor), 0n))),
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
