import type { Day, Instant } from "../../shared/time.ts";

export type BankAccountsTables = {
  bank_accounts: BankAccountsTable;
};

export type BankAccountType = "current" | "savings" | "card" | "loan" | "cash" | "wallet" | "other";

type BankAccountsTable = {
  team_id: string;
  id: string;
  name: string;
  name_key: string;
  institution: string | null;
  type: BankAccountType;
  currency: string;
  /** Balance at the start of `opening_date`, in minor units. A debt is below zero. */
  opening_minor: number;
  opening_date: Day | null;
  /** The account number, sealed with a key of the server's secret; null when there is none to reveal. */
  number_sealed: string | null;
  /** Recognises the number in files; null together with `number_sealed`. */
  number_hash: string | null;
  /** `DE•• 3000`; stays when the number itself was lost. */
  number_masked: string | null;
  number_set_at: Instant | null;
  enabled: boolean;
  /** False for an account that a connection to a bank keeps. */
  manual: boolean;
  created_at: Instant;
  updated_at: Instant;
};
