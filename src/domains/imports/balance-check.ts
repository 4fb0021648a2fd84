import { tellable } from "../../core/money.ts";
import type { Balance, Statement } from "./read/statement.ts";

export type BalanceCheck = {
  readonly opening: Balance | null;
  readonly closing: Balance | null;
  /** Minor units that the closing balances have more than the openings and the rows; null if not stated. */
  readonly difference: number | null;
};

/**
 * Compares what statements say with their booked rows.
 * @throws Refusal `too_large` for a difference that could not be told exactly
 */
export function checkOf(statements: readonly Statement[]): BalanceCheck {
  const differences = statements.flatMap((statement) => differenceOf(statement) ?? []);
  return {
    opening: statements[0]?.opening ?? null,
    closing: statements.at(-1)?.closing ?? null,
    difference:
      differences.length === 0
        ? null
        : Number(tellable(differences.reduce((sum, one) => sum + one, 0n))),
  };
}

function differenceOf({ opening, closing, rows }: Statement): bigint | null {
  if (opening === null || closing === null) return null;
  const booked = rows.filter(({ isPending }) => !isPending);
  const moved = BigInt(closing.minor) - BigInt(opening.minor);
  return booked.reduce((left, { minor }) => left - BigInt(minor), moved);
}
