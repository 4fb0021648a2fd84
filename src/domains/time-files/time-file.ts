import { columnsOf } from "../../core/csv/columns.ts";
import { readCsv } from "../../core/csv/read-csv.ts";
import { Refusal } from "../../core/errors.ts";
import { enumerated } from "../../shared/words.ts";
import { type Field, NAMES, type Program, programOf } from "./columns.ts";
import { rowOf, type TimeRow } from "./time-row.ts";
import { type DateOrder, isUnclear, orderOf } from "./written-times.ts";

/** A file of tracked time, read but not yet understood as times. */
export type TimeFile = {
  readonly program: Program;
  readonly rows: readonly TimeRow[];
  /** Titles of columns that are not read. */
  readonly ignored: readonly string[];
  /** Null when every day of the file could be read in both orders, and some days differ. */
  readonly order: DateOrder | null;
};

const MOST_ROWS = 50_000;

/** @throws Refusal for a file that is no table of time */
export async function readTimeFile(bytes: Uint8Array): Promise<TimeFile> {
  const { header, rows } = await readCsv(bytes, { mostRows: MOST_ROWS });
  const columns = columnsOf(header, NAMES);
  const missing = missingIn(columns);
  if (missing.length > 0) throw noTime(missing);
  const used = new Set(columns.values());
  const timeRows = rows.map((row) => rowOf(row, columns));
  return {
    program: programOf(header),
    rows: timeRows,
    ignored: header.filter((title, index) => title !== "" && !used.has(index)),
    order: orderIn(timeRows),
  };
}

/** Order of the days. Where none tells it, it makes no difference or is asked for. */
function orderIn(rows: readonly TimeRow[]): DateOrder | null {
  const days = new Set(rows.flatMap(({ cells }) => [cells.startDate, cells.endDate]));
  const order = orderOf(days);
  if (order !== null) return order;
  return [...days].some(isUnclear) ? null : "day first";
}

function missingIn(columns: ReadonlyMap<Field, number>): readonly string[] {
  const has = (...fields: readonly Field[]) => fields.some((field) => columns.has(field));
  return [
    has("started", "startDate") ? [] : ["the day"],
    has("duration", "hours", "endTime", "stopped") ? [] : ["the duration or the end"],
    has("project", "description") ? [] : ["the project"],
  ].flat();
}

function noTime(missing: readonly string[]): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "file",
    message: `The file has no column for ${enumerated(missing)}`,
    next: "export the detailed report of the other program as CSV, and choose that file",
  });
}
