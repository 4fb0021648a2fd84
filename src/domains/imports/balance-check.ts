import { tellable } from "../../core/money.ts";
import type { Day } from "../../shared/time.ts";
import type { Balance, Statement } from "./read/statement.ts";

export type BalanceCheck = {
  readonly opening: Balance | null;
  readonly closing: Balance | null;
  /** Minor units that the closing balances have more than the openings and the rows; null if not stated. */
  readonly difference: number | null;
};

/**
 * Compares what statements say with their booked rows, and each with the one before it. What one has too much
 * never makes up for what another lacks.
 * @throws Refusal `too_large` for a difference that could not be told exactly
 */
export function checkOf(statements: readonly Statement[]): BalanceCheck {
  const stated = statements.flatMap((statement) => differenceOf(statement) ?? []);
  const differences = [...stated, ...jumpsBetween(statements)];
  const sum = differences.reduce((sum, one) => sum + one, 0n);
  const difference = sum === 0n ? (differences.find((one) => one !== 0n) ?? 0n) : sum;
  return {
    opening: statements[0]?.opening ?? null,
    closing: statements.at(-1)?.closing ?? null,
    difference: stated.length === 0 ? null : Number(tellable(difference)),
  };
}

function differenceOf({ opening, closing, rows }: Statement): bigint | null {
  if (opening === null || closing === null) return null;
  const booked = rows.filter(({ isPending }) => !isPending);
  const moved = BigInt(closing.minor) - BigInt(opening.minor);
  return booked.reduce((left, { minor }) => left - BigInt(minor), moved);
}

/** Finds what moved between two statements that follow each other, and that no row of the file has. */
function jumpsBetween(statements: readonly Statement[]): readonly bigint[] {
  const inOrder = statements
    .flatMap(({ opening, closing }) =>
      isOfDay(opening) && isOfDay(closing) ? [{ opening, closing }] : [],
    )
    .toSorted((one, other) => (one.opening.day < other.opening.day ? -1 : 1));
  return inOrder.slice(1).flatMap(({ opening }, index) => {
    const before = inOrder[index]?.closing;
    // Files of one archive may overlap.
    if (before === undefined || before.day >= opening.day) return [];
    return [BigInt(opening.minor) - BigInt(before.minor)];
  });
}

/** True for a balance that stays: one of a day that was not over is of no statement. */
function isOfDay(balance: Balance | null): balance is Balance & { readonly day: Day } {
  return balance !== null && balance.day !== null && balance.kind === "statement";
}
