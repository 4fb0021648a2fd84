import type { Day, Instant } from "../../shared/time.ts";
import type { Json } from "./json.ts";

export type ImportsTables = {
  imports: ImportsTable;
  statement_balances: StatementBalancesTable;
  forgotten_rows: ForgottenRowsTable;
  rejected_pairs: RejectedPairsTable;
};

export type FileFormat = "csv" | "ofx" | "qif" | "camt" | "mt940";

type ImportsTable = {
  team_id: string;
  id: string;
  bank_account_id: string;
  file_name: string;
  file_sha256: string;
  file_bytes: number;
  format: FileFormat;
  /** Format, dialect and header words: the same for all files of one kind of export. */
  signature: string;
  mapping: Json<unknown>;
  first_date: Day | null;
  last_date: Day | null;
  counts: Json<unknown>;
  opening_minor: number | null;
  closing_minor: number | null;
  difference_minor: number | null;
  created_at: Instant;
};

export type BalanceKind = "statement" | "by_hand" | "intraday";

type StatementBalancesTable = {
  team_id: string;
  id: string;
  bank_account_id: string;
  date: Day;
  minor: number;
  kind: BalanceKind;
  import_id: string | null;
  number: string | null;
};

/** A row of a file that went, or became one with another, and is not imported again. */
type ForgottenRowsTable = {
  team_id: string;
  bank_account_id: string;
  /** A `bank_id` or a `row_key` of `transactions`. */
  key: string;
  why: "deleted" | "merged";
  survivor_id: string | null;
};

/** Two transactions that somebody said are no transfer, or not the same. */
type RejectedPairsTable = {
  team_id: string;
  id: string;
  /** The lower id of the two. */
  one_id: string;
  other_id: string;
  kind: "transfer" | "duplicate";
};
