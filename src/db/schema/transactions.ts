import type { Day, Instant } from "../../shared/time.ts";
import type { FileFormat } from "./imports.ts";
import type { Json } from "./json.ts";

export type TransactionsTables = {
  transactions: TransactionsTable;
  transaction_parts: TransactionPartsTable;
  transaction_tags: TransactionTagsTable;
  month_totals: MonthTotalsTable;
  booked_totals: BookedTotalsTable;
  counterparts: CounterpartsTable;
};

export type TransactionStatus =
  | "pending"
  | "posted"
  | "completed"
  | "exported"
  | "archived"
  | "excluded";

/** Tells how a transaction counts in reports: the first of these that fits. */
export type Standing = "pending" | "excluded" | "split" | "transfer" | "counted";

export type CategoryBy = "person" | "assistant" | "rule" | "bank";

type Tax = {
  /** Hundredths of a percent. */
  tax_rate_bp: number | null;
  tax_type: string | null;
  /** Included in the amount. */
  tax_minor: number | null;
};

/** Only `write-transactions.ts` writes transactions, their parts, totals of months, and counterparts. */
type TransactionsTable = Tax & {
  team_id: string;
  id: string;
  bank_account_id: string;
  date: Day;
  value_date: Day | null;
  name: string;
  bank_name: string | null;
  description: string | null;
  reference: string | null;
  counterparty_hash: string | null;
  counterparty_masked: string | null;
  /** Never 0; money in is above zero. */
  amount_minor: number;
  /** The account's. */
  currency: string;
  /** The amount in another currency that the bank exchanged. */
  original_minor: number | null;
  original_currency: string | null;
  /** Payments of a batch. */
  details: Json<readonly unknown[]> | null;
  status: TransactionStatus;
  /** Null without one, and for a split transaction: its parts have categories. */
  category_slug: string | null;
  category_by: CategoryBy | null;
  /** The rule that set the category, or whose category somebody corrected since. */
  rule_id: string | null;
  is_split: boolean;
  /** The same in both sides of a transfer. */
  transfer_id: string | null;
  note: string | null;
  source: "hand" | FileFormat;
  signature: string | null;
  import_id: string | null;
  line: number | null;
  bank_id: string | null;
  row_key: string | null;
  created_at: Instant;
  updated_at: Instant;
  /** `YYYY-MM`; this and all below are derived. */
  month: string;
  standing: Standing;
  /** In the team's currency; null without a rate. */
  base_minor: number | null;
  /** The day of the rate; null in the team's currency, and without a rate. */
  rate_day: Day | null;
  /** The same for transactions with the same party; null when its name says nothing. */
  party_key: string | null;
  search_text: string;
};

type TransactionPartsTable = Tax & {
  team_id: string;
  transaction_id: string;
  position: number;
  amount_minor: number;
  category_slug: string | null;
  name: string | null;
  note: string | null;
  /** Derived. Those of all parts sum up to that of the transaction. */
  base_minor: number | null;
};

type TransactionTagsTable = { team_id: string; transaction_id: string; tag_id: string };

/** Sums of an account and a month: of all that is not pending. There is no row for no transactions. */
type BookedTotalsTable = {
  team_id: string;
  bank_account_id: string;
  month: string;
  minor: number;
  count: number;
};

/**
 * Sums in the team's currency of transactions, and of parts for split ones. There is no row for no
 * transactions.
 */
type MonthTotalsTable = {
  team_id: string;
  month: string;
  standing: Exclude<Standing, "split">;
  /** Empty for none. */
  category_slug: string;
  in_minor: number;
  out_minor: number;
  in_count: number;
  out_count: number;
  /** Transactions without a rate, which are in none of the other columns. */
  unrated_count: number;
};

/** Counted transactions that have a counterpart. Derived. */
type CounterpartsTable = {
  team_id: string;
  transaction_id: string;
  /** A side of a transfer in one currency, or the same as one from another source. */
  kind: CounterpartKind;
};

export type CounterpartKind = "transfer" | "duplicate";
