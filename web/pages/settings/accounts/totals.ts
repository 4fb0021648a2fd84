import type { Account } from "./account.ts";

/** Sum of the balances in a currency. */
export type Total = { readonly currency: string; readonly minor: number };

/** Sums of balances by currency: the team's own first, the others by their code. */
export function totalsOf(
  accounts: readonly Pick<Account, "currency" | "balance_minor">[],
  base: string,
): readonly Total[] {
  const codes = [...new Set(accounts.map(({ currency }) => currency))].toSorted();
  return [...codes.filter((code) => code === base), ...codes.filter((code) => code !== base)].map(
    (currency) => ({
      currency,
      minor: accounts
        .filter((account) => account.currency === currency)
        .reduce((sum, { balance_minor }) => sum + balance_minor, 0),
    }),
  );
}
