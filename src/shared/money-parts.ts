import { fraction, over, rounded, times } from "./fraction.ts";
import { minorDigits } from "./money.ts";

/** A currency with its rate: its units for one unit of a common currency, as decimal text. */
export type Rated = { readonly currency: string; readonly rate: string };

/** Converts minor units of one currency to those of another, halves away from zero. */
export function convert(minor: bigint, from: Rated, to: Rated): bigint {
  const converted = over(times(fraction(minor), unitsOf(to)), unitsOf(from));
  if (converted === null) throw new RangeError(`no rate is 0, as that of ${from.currency}`);
  return rounded(converted);
}

/** Minor units for one unit of the common currency. */
function unitsOf({ currency, rate }: Rated) {
  const [all, whole = "", decimals = ""] = /^(\d+)(?:\.(\d+))?$/.exec(rate) ?? [];
  if (all === undefined) throw new RangeError(`a rate is a decimal number, not ${rate}`);
  const digits = 10n ** BigInt(minorDigits(currency));
  return fraction(BigInt(whole + decimals) * digits, 10n ** BigInt(decimals.length));
}

/**
 * Divides a total by weights, whose sum is not 0. Each share is rounded down, and what remains goes to the
 * largest remainders, one minor unit each, the first of equal ones first. The shares sum up to the total.
 */
export function allocate(total: bigint, weights: readonly bigint[]): readonly bigint[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0n);
  if (all === 0n) throw new RangeError("weights that sum up to 0 divide nothing");
  if (all < 0n)
    return allocate(
      total,
      weights.map((weight) => -weight),
    );
  if (total < 0n) return allocate(-total, weights).map((share) => -share);
  const shares = weights.map((weight, index) => {
    const remainder = (((total * weight) % all) + all) % all;
    return { index, remainder, share: (total * weight - remainder) / all };
  });
  const left = total - shares.reduce((sum, { share }) => sum + share, 0n);
  const byRemainder = shares.toSorted(
    (one, other) => compare(other.remainder, one.remainder) || one.index - other.index,
  );
  const extra = new Set(byRemainder.slice(0, Number(left)).map(({ index }) => index));
  return shares.map(({ index, share }) => (extra.has(index) ? share + 1n : share));
}

function compare(one: bigint, other: bigint): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
