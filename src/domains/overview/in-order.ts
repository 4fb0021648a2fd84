import type { Context } from "../../db/context.ts";
import { baseAmount } from "../rates/base-amount.ts";
import { findLatest } from "../rates/find-latest.ts";

type Amount = { readonly currency: string; readonly minor: number };

/**
 * Amounts in the order in which a team looks for them: its own currency, then what is worth most at the latest
 * rates, then what has no rate, by the alphabet.
 */
export async function inOrder<A extends Amount>(
  context: Context,
  amounts: readonly A[],
): Promise<readonly A[]> {
  const to = context.team.baseCurrency;
  const { crossOf } = await findLatest(
    context,
    amounts.map(({ currency }) => currency),
  );
  const worthOf = ({ currency, minor }: Amount) => {
    if (currency === to) return Number.POSITIVE_INFINITY;
    const cross = crossOf(currency);
    return (cross && baseAmount(minor, currency, to, cross)) ?? Number.NEGATIVE_INFINITY;
  };
  return amounts
    .map((amount) => ({ amount, worth: worthOf(amount) }))
    .toSorted(
      (one, other) =>
        (one.worth === other.worth ? 0 : other.worth - one.worth) ||
        (one.amount.currency < other.amount.currency ? -1 : 1),
    )
    .map(({ amount }) => amount);
}
