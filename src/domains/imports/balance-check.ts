import type { Balance, Statement } from "./read/statement.ts";

export type BalanceCheck = {
  readonly opening: Balance | null;
  readonly closing: Balance | null;
  /** Minor units that the closing balances have more than the openings and the rows; null if not stated. */
  readonly difference: number | null;
};

/** Compares what statements say with their booked rows. */
export function checkOf(statements: readonly Statement[]): BalanceCheck {
  const differences = statements.flatMap((statement) => differenceOf(statement) ?? []);
  return {
    opening: statements[0]?.opening ?? null,
    closing: statements.at(-1)?.closing ?? null,
    difference: differences.length === 0 ? null : differences.reduce((sum, one) => sum + one, 0),
  };
}

function differenceOf({ opening, closing, rows }: Statement): number | null {
  if (opening === null || closing === null) return null;
  const booked = rows.filter(({ isPending }) => !isPending);
  return booked.reduce((left, { minor }) => left - minor, closing.minor - opening.minor);
}
