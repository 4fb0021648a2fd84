import { tellable } from "../../core/money.ts";
import type { Day } from "../../shared/time.ts";
import { sumOfMinor } from "./read/booking.ts";
import type { Balance, Statement } from "./read/statement.ts";

export type BalanceCheck = {
  readonly opening: Balance | null;
  readonly closing: Balance | null;
  /** Null where no statement has both balances. */
  readonly differences: readonly Difference[] | null;
};

/** Money by which the balances of a statement, or of two in a row, move more than the rows say. */
export type Difference = {
  readonly kind: "within" | "between";
  readonly from: Day | null;
  readonly to: Day | null;
  /** Never zero. */
  readonly minor: number;
};

/**
 * Compares the balances of statements with their booked rows, and with the statement before. A surplus of one
 * statement never makes up for a lack in another.
 * @throws Refusal `too_large` for a difference that could not be told exactly
 */
export function checkOf(statements: readonly Statement[]): BalanceCheck {
  const stated = statements.filter(({ opening, closing }) => opening !== null && closing !== null);
  const differences = [...stated.flatMap(differenceOf), ...jumpsBetween(statements)];
  return {
    opening: statements[0]?.opening ?? null,
    closing: statements.at(-1)?.closing ?? null,
    differences:
      stated.length === 0
        ? null
        : differences.toSorted((one, other) =>
            (one.to ?? "") < (other.to ?? "") ? -1 : Number((one.to ?? "") > (other.to ?? "")),
          ),
  };
}

/** Picks the largest difference, for the list of imports. In a sum, two opposite ones could cancel out. */
export function largestOf(differences: readonly Difference[]): number {
  return differences.reduce(
    (largest, { minor }) => (Math.abs(minor) > Math.abs(largest) ? minor : largest),
    0,
  );
}

function differenceOf({ opening, closing, rows, gaps = [] }: Statement): readonly Difference[] {
  if (gaps.length > 0) return gaps.map((gap) => ({ kind: "between", ...gap }));
  if (opening === null || closing === null) return [];
  const moved = BigInt(closing.minor) - BigInt(opening.minor);
  const minor = moved - sumOfMinor(rows.filter(({ isPending }) => !isPending));
  return told({ kind: "within", from: opening.day, to: closing.day }, minor);
}

function told(of: Omit<Difference, "minor">, minor: bigint): readonly Difference[] {
  return minor === 0n ? [] : [{ ...of, minor: Number(tellable(minor)) }];
}

/** Finds amounts that moved between two statements in a row, and that no row of the file has. */
function jumpsBetween(statements: readonly Statement[]): readonly Difference[] {
  const stated = statements.flatMap(({ opening, closing, rows }) =>
    isOfDay(opening) && isOfDay(closing) ? [{ opening, closing, rows }] : [],
  );
  const inOrder = inTurn(stated);
  return inOrder.slice(1).flatMap((next, index) => {
    const before = inOrder[index];
    // Files of one archive may overlap.
    if (before === undefined || overlaps(before, next)) return [];
    const { closing } = before;
    const minor = BigInt(next.opening.minor) - BigInt(closing.minor);
    return told({ kind: "between", from: closing.day, to: next.opening.day }, minor);
  });
}

type Stated = {
  readonly opening: OfDay;
  readonly closing: OfDay;
  readonly rows: Statement["rows"];
};

/** Sorts statements by day. Among those of the same days, the closing balance of one is the opening balance of the next. */
function inTurn(stated: readonly Stated[]): readonly Stated[] {
  const days = ({ opening, closing }: Stated) => `${opening.day} ${closing.day}`;
  const left = stated.toSorted((one, other) =>
    days(one) < days(other) ? -1 : Number(days(one) > days(other)),
  );
  const inOrder: Stated[] = [];
  while (left[0] !== undefined) {
    const same = left.filter((one) => left[0] !== undefined && days(one) === days(left[0]));
    const end = inOrder.at(-1)?.closing.minor;
    const isAfterOther = ({ opening }: Stated) =>
      same.some(({ closing }) => closing.minor === opening.minor);
    const next =
      same.find(({ opening }) => opening.minor === end) ??
      same.find((one) => !isAfterOther(one)) ??
      left[0];
    inOrder.push(next);
    left.splice(left.indexOf(next), 1);
  }
  return inOrder;
}

/**
 * Some banks date an opening balance by the day on which the statement before closed. A statement that overlaps has
 * all bookings of that day again.
 */
function overlaps({ closing, rows }: Stated, { opening, rows: others }: Stated): boolean {
  if (closing.day !== opening.day) return closing.day > opening.day;
  const on = (some: Statement["rows"]) =>
    some.flatMap(({ date, isPending, minor }) =>
      date === opening.day && !isPending ? [minor] : [],
    );
  const again = on(others);
  const isAgain = on(rows).every((minor) => {
    const at = again.indexOf(minor);
    if (at >= 0) again.splice(at, 1);
    return at >= 0;
  });
  const moved = on(rows).reduce((sum, minor) => sum + BigInt(minor), 0n);
  return isAgain && BigInt(opening.minor) + moved === BigInt(closing.minor);
}

type OfDay = Balance & { readonly day: Day };

/** Leaves out balances of a day that was not over, which belong to no statement. */
function isOfDay(balance: Balance | null): balance is OfDay {
  return balance !== null && balance.day !== null && balance.kind === "statement";
}
