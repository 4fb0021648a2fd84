import { chosenColumns, columnsIn, columnsOf } from "../../core/csv/columns.ts";
import { readCsv } from "../../core/csv/read-csv.ts";
import { readInThread, SHORT_TABLE } from "../../core/file-thread.ts";
import { MOST_TIME_ROWS } from "../../shared/limits.ts";
import { type Field, NAMES, type Program, programOf } from "./columns.ts";
import { rowOf, type TimeRow } from "./time-row.ts";
import { type DateOrder, hasOrder, isUnclear, orderOf } from "./written-times.ts";

/** Times are still text. */
export type TimeFile = {
  readonly program: Program;
  readonly rows: readonly TimeRow[];
  readonly columns: ReturnType<typeof columnsIn<Field>>;
  /** Columns without which no row is time, in words. */
  readonly missing: readonly string[];
  readonly ignored: readonly string[];
  /** Null when every day of the file could be read in both orders, and some days differ. */
  readonly order: DateOrder | null;
  /** True when a day of the file depends on the order. */
  readonly hasOrder: boolean;
};

/**
 * @param chosen fields of columns, in place of those that the titles tell
 * @throws Refusal for a file that is no CSV
 */
export async function readTimeFile(
  bytes: Uint8Array,
  chosen: readonly string[],
): Promise<TimeFile> {
  if (bytes.length < SHORT_TABLE) return parseTimeFile(bytes, chosen);
  return readInThread<readonly string[], TimeFile>(THREAD, { bytes, options: chosen });
}

const THREAD = new URL("read-thread.ts", import.meta.url);

export async function parseTimeFile(
  bytes: Uint8Array,
  chosen: readonly string[],
): Promise<TimeFile> {
  const csv = await readCsv(bytes, { mostRows: MOST_TIME_ROWS });
  const { header, rows } = csv;
  const guessed = columnsOf(header, NAMES);
  const columns = chosenColumns(chosen, guessed);
  const used = new Set(columns.values());
  const timeRows = rows.map((row) => rowOf(row, columns));
  return {
    program: programOf(header),
    rows: timeRows,
    columns: columnsIn(csv, { columns, guessed }),
    missing: missingIn(columns),
    ignored: header.filter((title, index) => title !== "" && !used.has(index)),
    order: orderIn(timeRows),
    hasOrder: [...daysIn(timeRows)].some(hasOrder),
  };
}

function orderIn(rows: readonly TimeRow[]): DateOrder | null {
  const days = daysIn(rows);
  const order = orderOf(days);
  if (order !== null) return order;
  return [...days].some(isUnclear) ? null : "day first";
}

function daysIn(rows: readonly TimeRow[]): ReadonlySet<string> {
  return new Set(rows.flatMap(({ cells }) => [cells.startDate, cells.endDate]));
}

function missingIn(columns: ReadonlyMap<Field, number>): readonly string[] {
  const has = (...fields: readonly Field[]) => fields.some((field) => columns.has(field));
  return [
    has("started", "startDate") ? [] : ["the day"],
    has("duration", "hours", "endTime", "stopped") ? [] : ["the duration or the end"],
    has("project", "description") ? [] : ["the project"],
  ].flat();
}
