import type { Day } from "../../../shared/time.ts";

/** Formats of files that banks give out. */
export type FileFormat = "csv" | "ofx" | "qif" | "camt" | "mt940";

/** Facts about the account that the file is imported into, and the answers of the caller. */
export type ReadOptions = {
  /** Currency of the account: of amounts for which the file names none. */
  readonly currency: string;
  /** True for a card, on which files often count purchases as positive. */
  readonly isCard: boolean;
  /** The team's day: two-digit years are read near to it. */
  readonly today: Day;
  /** Answers to questions of an earlier reading, by the question's id. */
  readonly answers: Readonly<Record<string, string>>;
};

/** A file as its reader understood it. Nothing in it was compared with the books. */
export type ReadFile = {
  readonly format: FileFormat;
  /** The format's dialect or preset, for people: `CAMT.053`, `Wise`, `OFX 1`. */
  readonly dialect: string;
  /** Stays the same for every export of the same kind: format, dialect, header words in order. */
  readonly signature: string;
  readonly encoding: string;
  readonly statements: readonly Statement[];
  /** Rows that could not be read. */
  readonly errors: readonly RowError[];
  /** Choices that the file leaves open. While there is one, the rows are a first guess. */
  readonly questions: readonly Question[];
  /** Sentences for people about the file as a whole. */
  readonly notices: readonly string[];
  /** Columns of a table with what they were taken for, which a person can correct by their ids. */
  readonly columns?: readonly FileColumn[];
};

/** A column of a CSV file. */
export type FileColumn = {
  /** Key of the answer in `ReadOptions.answers`: `column:3`. */
  readonly id: string;
  readonly title: string;
  readonly role: string;
  /** Cells of the first rows. */
  readonly examples: readonly string[];
};

/** The part of a file that is about one account. */
export type Statement = {
  /** As the file has it, without blanks: an IBAN or another number; null when it names none. */
  readonly accountNumber: string | null;
  /** Place of its file in an archive of several; they may overlap. */
  readonly file?: number;
  /** Null when the file names none; the rows are then in the account's. */
  readonly currency: string | null;
  /** The bank's number of the statement. */
  readonly number: string | null;
  readonly opening: Balance | null;
  readonly closing: Balance | null;
  readonly rows: readonly FileRow[];
  /** Lines that are no booking: balances, zero amounts, declined payments. */
  readonly infos: readonly Info[];
};

/** A stated balance. A debt is below zero. */
export type Balance = {
  readonly minor: number;
  /** At its end for a closing balance, at its start for an opening one; null when the file does not say. */
  readonly day: Day | null;
  /** An intraday one may still change: the day of a download, CAMT.052, the last day of a CSV. */
  readonly kind: "statement" | "intraday";
};

/** One booking as the bank tells it. */
export type FileRow = {
  /** Line of the file, from 1; for XML the line where the entry begins. */
  readonly line: number;
  readonly date: Day;
  readonly valueDate: Day | null;
  /** Minor units of the statement's currency; money in is positive. Never zero. */
  readonly minor: number;
  readonly isPending: boolean;
  /** Name of the other side, else the first words that tell what it is; never empty. */
  readonly name: string;
  /** Remittance text. */
  readonly description: string | null;
  readonly reference: string | null;
  /** Account number of the other side, without blanks. */
  readonly counterpartyNumber: string | null;
  /** The bank's own id of the booking; null for none, zeros, NONREF and NOTPROVIDED. */
  readonly bankId: string | null;
  /** The amount in the currency in which it was paid, where that is another one. */
  readonly original: { readonly minor: number; readonly currency: string } | null;
  /** Single payments of a collective booking, or parts such as a fee, each with its own text. */
  readonly details: readonly RowDetail[];
  /** True if the details are parts of the amount and add up to it: a split to offer or to make. */
  readonly isSplit: boolean;
  /** The file's own text cells in order, from which the row is known again: no balance, state or line. */
  readonly ownText: readonly string[];
  /** Name of another own account that the file says the money went to or came from. */
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
  /** Column's header or the field's tag; null for a whole row. */
  readonly column: string | null;
  /** Text that could not be read. */
  readonly text: string;
  /** A sentence: what is wrong with it. */
  readonly why: string;
};

/** A choice that only a person can make, with the readings of a real row. */
export type Question = {
  /** Key of the answer in `ReadOptions.answers`. */
  readonly id: string;
  /** A sentence that asks. */
  readonly text: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
};
