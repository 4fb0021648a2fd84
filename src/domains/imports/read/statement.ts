import type { Day } from "../../../shared/time.ts";

export type FileFormat = "csv" | "ofx" | "qif" | "camt" | "mt940";

export type ReadOptions = {
  readonly currency: string;
  readonly isCard: boolean;
  /** Years of two digits are read near to it. */
  readonly today: Day;
  readonly answers: Readonly<Record<string, string>>;
};

/** A file as its reader understood it, not compared with the books. */
export type ReadFile = {
  readonly format: FileFormat;
  /** For people: `CAMT.053`, `Wise`, `OFX 1`. */
  readonly dialect: string;
  /** Same for every export of the same kind: format, dialect, titles in order. */
  readonly signature: string;
  readonly encoding: string;
  readonly statements: readonly Statement[];
  readonly errors: readonly RowError[];
  /** While one is open, the rows are a first guess. */
  readonly questions: readonly Question[];
  readonly notices: readonly string[];
  /** Columns of a table, whose roles a person can correct by their ids. */
  readonly columns?: readonly FileColumn[];
};

export type FileColumn = {
  readonly id: string;
  readonly title: string;
  readonly role: string;
  readonly examples: readonly string[];
};

export type Statement = {
  /** An IBAN or another number, without blanks; null when the file names none. */
  readonly accountNumber: string | null;
  readonly file?: number;
  /** Name of one of several accounts in a table that names them without numbers: `Savings`. */
  readonly pocket?: string;
  /** Null when the file names none: the rows are in the account's currency. */
  readonly currency: string | null;
  readonly number: string | null;
  readonly opening: Balance | null;
  readonly closing: Balance | null;
  /** Places in a table at which its running balance does not follow from the rows. */
  readonly gaps?: readonly BalanceGap[];
  readonly rows: readonly FileRow[];
  /** Lines that are no bookings: balances, zero amounts, declined payments. */
  readonly infos: readonly Info[];
};

export type BalanceGap = {
  readonly from: Day | null;
  readonly to: Day | null;
  /** Minor units by which the balance changes more than the rows tell. */
  readonly minor: number;
};

/** A debt is below zero. */
export type Balance = {
  readonly minor: number;
  /**
   * The end of that day for a closing balance, its start for an opening one; null when the file does not say.
   */
  readonly day: Day | null;
  /** `intraday` may still change: the day of a download, CAMT.052, the last day of a CSV. */
  readonly kind: "statement" | "intraday";
};

export type FileRow = {
  /** From 1. For XML, the line where the entry begins. */
  readonly line: number;
  readonly date: Day;
  readonly valueDate: Day | null;
  /** In the statement's currency; money in is positive. Never zero. */
  readonly minor: number;
  readonly isPending: boolean;
  /** Name of the other side, else the first words about the booking. Never empty. */
  readonly name: string;
  readonly description: string | null;
  readonly reference: string | null;
  readonly counterpartyNumber: string | null;
  /** Null for none, zeros, NONREF and NOTPROVIDED. */
  readonly bankId: string | null;
  /** The amount in the currency of the payment, where that is another one. */
  readonly original: { readonly minor: number; readonly currency: string } | null;
  /** Payments of a collective booking, or parts such as a fee. */
  readonly details: readonly RowDetail[];
  /** True if the details add up to the amount: a split to offer or to make. */
  readonly isSplit: boolean;
  /** Text cells that identify the row: no balance, state or line. */
  readonly ownText: readonly string[];
  readonly transferTo: string | null;
};

export type RowDetail = {
  readonly minor: number;
  readonly name: string | null;
  readonly description: string | null;
  /** Slug of a system category that the preset knows: `processor-fees`. */
  readonly category: string | null;
};

export type Info = { readonly line: number; readonly text: string };

export type RowError = {
  readonly line: number;
  readonly column: string | null;
  readonly text: string;
  readonly why: string;
};

export type Question = {
  readonly id: string;
  readonly text: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
};
