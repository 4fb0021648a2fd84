import { chosenColumns } from "../../../core/csv/chosen-columns.ts";
import { readCsv, type Csv, type CsvRow } from "../../../core/csv/read-csv.ts";
import { Refusal } from "../../../core/errors.ts";
import { type Column, customerColumns } from "./columns.ts";
import { type Filled, fillIn } from "./fill-in.ts";

/** Rows of one import at most. */
const MOST_ROWS = 5000;

export type ImportRow = Filled & { readonly line: number };

/** Fields without which no row is a customer. */
export const NEEDED = ["name", "email"] as const;

type Needed = (typeof NEEDED)[number];

export type ImportFile = {
  readonly csv: Csv;
  readonly columns: ReadonlyMap<Column, number>;
  /** Columns as the titles tell them. */
  readonly guessed: ReadonlyMap<Column, number>;
  readonly missing: readonly Needed[];
  readonly rows: readonly ImportRow[];
};

/**
 * @param chosen fields of columns, in place of those that the titles tell
 * @throws Refusal for a file that is no CSV
 */
export async function readRows(bytes: Uint8Array, chosen: readonly string[]): Promise<ImportFile> {
  const csv = await readCsv(bytes, { mostRows: MOST_ROWS });
  const guessed = customerColumns(csv.header);
  const columns = chosenColumns(chosen, guessed);
  const missing = NEEDED.filter((field) => !isIn(columns, field));
  return { csv, columns, guessed, missing, rows: csv.rows.map((row) => readRow(row, columns)) };
}

/** @throws Refusal when a column that customers need is missing */
export function requireNeeded({ missing: [missing] }: ImportFile): void {
  if (missing !== undefined) throw unknownColumns(missing === "email" ? "e-mail address" : "name");
}

function isIn(columns: ReadonlyMap<Column, number>, needed: Needed): boolean {
  return needed === "email" ? columns.has("email") : NAMING.some((column) => columns.has(column));
}

const NAMING = ["name", "contact", "first_name", "last_name"] as const;

function readRow({ line, cells }: CsvRow, columns: ReadonlyMap<Column, number>): ImportRow {
  const given = new Map<Column, string>();
  for (const [column, index] of columns) {
    const text = cells[index] ?? "";
    if (text !== "") given.set(column, text);
  }
  return { line, ...fillIn(given) };
}

function unknownColumns(missing: string): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "file",
    message: `No column of the file is known to hold the ${missing} of customers`,
    next: "choose it in the preview, or give the columns titles such as Name and E-mail",
  });
}
