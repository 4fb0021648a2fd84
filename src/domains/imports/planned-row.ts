import type { FileFormat } from "../../db/schema/imports.ts";
import type { Forgotten } from "../transactions/forgotten-rows.ts";
import type { KnownRow } from "./known-rows.ts";
import type { FileRow } from "./read/statement.ts";

/** The fate of a row of a file. */
export type RowAction =
  /** Becomes a transaction. */
  | "new"
  /** Is here already, for sure. */
  | "duplicate"
  /** Is here already, it seems: left out unless chosen. */
  | "likely"
  /** A pending transaction is booked, or one by hand becomes the bank's. */
  | "update"
  /** Was deleted here: left out unless chosen. */
  | "forgotten";

export type PlannedRow = {
  readonly row: FileRow;
  readonly action: RowAction;
  /** The transaction that it is, or seems to be; for a new row a pending one that it may book. */
  readonly target: KnownRow | null;
  /** A sentence for people; empty for a new row like any other. */
  readonly why: string;
  readonly bankId: string | null;
  readonly rowKey: string;
  /** Noted keys that keep a forgotten row away. */
  readonly noted: readonly string[];
};

export type RowsToPlan = {
  readonly rows: readonly FileRow[];
  /** Places of rows that a person took for bookings of pending ones with another amount. */
  readonly books?: ReadonlySet<number>;
  /** Rows that another file of the same archive has too. */
  readonly repeated?: ReadonlySet<FileRow>;
  readonly currency: string;
  readonly format: FileFormat;
  readonly signature: string;
  /** Transactions of the account around the days of the file, by day. */
  readonly known: readonly KnownRow[];
  /** Bank's ids that transactions of other days have. */
  readonly otherBankIds: readonly string[];
  readonly forgotten: ReadonlyMap<string, Forgotten>;
};
