import type { Output } from "../../../api.ts";
import { firstOnPage } from "../../../focus.ts";

export type Account = Output<"GET /api/teams/:team/bank-accounts">["items"][number];

export const ACCOUNT_TYPES = [
  { value: "current", label: "Current account" },
  { value: "savings", label: "Savings account" },
  { value: "card", label: "Card" },
  { value: "loan", label: "Loan" },
  { value: "cash", label: "Cash" },
  { value: "wallet", label: "Wallet" },
  { value: "other", label: "Other account" },
] as const satisfies readonly { readonly value: Account["type"]; readonly label: string }[];

/** Answers that a change of an account changes. */
export const ACCOUNT_CHANGES = [
  "GET /api/teams/:team/bank-accounts",
  "GET /api/teams/:team/transactions",
  "GET /api/teams/:team/activity",
] as const;

/** Element id of the menu of an account, for returning the focus. */
export function accountMenuId(id: string): string {
  return `account-${id}`;
}

/** The menu of the account, or the page's title when it is gone. */
export function backTo(id: string): HTMLElement | null {
  return firstOnPage(accountMenuId(id)) ?? document.querySelector("h1");
}

/** Sum of the balances in a currency. */
export type Total = { readonly currency: string; readonly minor: number };

/** Sums of balances by currency: the team's own first, the others by their code. */
export function accountTotals(
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
