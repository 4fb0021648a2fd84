import type { CreateAccount } from "../domains/bank-accounts/create-account.ts";

export const CARD_NUMBER = "5314000012344242";

export const ACCOUNT_NAMES = ["giro", "dollars", "card"] as const;

export type AccountName = (typeof ACCOUNT_NAMES)[number];

export type Account = Pick<CreateAccount, "name" | "institution" | "type" | "currency"> & {
  readonly opening_minor: number;
  readonly number: string;
};

/** Accounts with what they had when the books begin, in minor units. */
export const ACCOUNTS: Readonly<Record<AccountName, Account>> = {
  giro: {
    name: "Business account",
    institution: "Sparkasse Leipzig",
    type: "current",
    currency: "EUR",
    opening_minor: 2_340_000,
    number: "DE02120300000000202051",
  },
  dollars: {
    name: "Dollar account",
    institution: "Wise",
    type: "wallet",
    currency: "USD",
    opening_minor: 310_000,
    number: "8310274455",
  },
  card: {
    name: "Company card",
    institution: "Sparkasse Leipzig",
    type: "card",
    currency: "EUR",
    opening_minor: -21_400,
    number: CARD_NUMBER,
  },
};
