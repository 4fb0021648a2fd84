import { readCsv, type Csv, type CsvRow } from "../../../core/csv/read-csv.ts";
import { Refusal } from "../../../core/errors.ts";
import { type Column, customerColumns } from "./columns.ts";
import { type Filled, fillIn } from "./fill-in.ts";

/** Rows of one import at most. */
const MOST_ROWS = 5000;

export type ImportRow = Filled & { readonly line: number };

export type ImportFile = Pick<Csv, "dialect" | "header"> & {
  readonly columns: ReadonlyMap<Column, number>;
  readonly rows: readonly ImportRow[];
};

/** @throws Refusal for a file that is no CSV, or has no column that names customers or their addresses */
export async function readRows(bytes: Uint8Array): Promise<ImportFile> {
  const { header, rows, dialect } = await readCsv(bytes, { mostRows: MOST_ROWS });
  const columns = customerColumns(header);
  const hasName = NAMING.some((column) => columns.has(column));
  if (!columns.has("email") || !hasName) throw unknownColumns(hasName ? "e-mail address" : "name");
  return { dialect, header, columns, rows: rows.map((row) => readRow(row, columns)) };
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
    next: "give the columns titles such as Name and E-mail in the first line",
  });
}
