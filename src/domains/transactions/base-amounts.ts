import { allocate } from "../../shared/money-parts.ts";
import { MOST_MINOR } from "../../shared/money.ts";
import { baseAmount, findCrosses, type RatesContext } from "../rates/find-crosses.ts";
import { baseCurrencyOf } from "../team/base-currency.ts";
import type { Derived, Row } from "./transaction.ts";

export type Base = Pick<Derived, "base_minor" | "rate_day">;

type Amount = Pick<Row, "date" | "amount_minor" | "currency">;

/** Tells amounts in the team's currency, at the rates of their days: for these amounts, and no others. */
export async function basesFor(
  context: RatesContext,
  amounts: readonly Amount[],
): Promise<(amount: Amount) => Base> {
  const to = await baseCurrencyOf(context);
  const crossOf = await findCrosses(context, to, amounts);
  return (amount) => {
    const { amount_minor, currency } = amount;
    if (currency === to) return { base_minor: amount_minor, rate_day: null };
    const cross = crossOf(amount);
    const base_minor = cross === null ? null : baseAmount(amount_minor, currency, to, cross);
    return { base_minor, rate_day: base_minor === null ? null : (cross?.day ?? null) };
  };
}

/**
 * Shares of parts in the amount of the whole in the team's currency: they sum up to it. Null for all where one
 * is more than an amount can have, as of large parts that nearly cancel each other out.
 */
export function partBases(
  base_minor: number | null,
  amounts: readonly number[],
): readonly (number | null)[] {
  if (base_minor === null || amounts.length === 0) return amounts.map(() => null);
  const shares = allocate(BigInt(base_minor), amounts.map(BigInt));
  const isTooLarge = shares.some((share) => share > MOST_MINOR || share < -MOST_MINOR);
  return shares.map((share) => (isTooLarge ? null : Number(share)));
}
