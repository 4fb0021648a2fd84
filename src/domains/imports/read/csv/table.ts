import type { CsvRow } from "../../../../core/csv/read-csv.ts";
import { DELIMITERS, tableShapeOf, recordsOf } from "../../../../core/csv/records.ts";
import { Refusal } from "../../../../core/errors.ts";
import { counted } from "../../../../shared/words.ts";
import { writtenAmount } from "./amounts.ts";
import type { Days } from "./dates.ts";
import { roleOfTitle } from "./role.ts";

export type Table = {
  readonly preamble: readonly CsvRow[];
  readonly header: readonly string[] | null;
  readonly body: readonly CsvRow[];
  readonly width: number;
};

const MOST_ROWS = 100_000;
const MOST_COLUMNS = 200;
const LONGEST_CELL = 10_000;
const LONGEST_PREAMBLE = 100;
const LEAST_KNOWN_TITLES = 2;

export function tableOf(text: string, days: Days): Table {
  const [hint = "", named] = /^\uFEFF?sep=(.)\r*\n/i.exec(text) ?? [];
  const rest = text.slice(hint.length).replace(/^\uFEFF/, "");
  const shape = tableShapeOf(rest, DELIMITERS.find((one) => one === named) ?? null);
  if (shape === null) throw refused("The file is not a table with three columns or more");
  const read = recordsOf(rest, { ...shape, most: MOST_ROWS + LONGEST_PREAMBLE });
  const records = hint === "" ? read : read.map(({ line, cells }) => ({ line: line + 1, cells }));
  requireBounds(records);
  const isRow = (cells: readonly string[]) =>
    cells.some((cell) => days.isDay(cell)) && cells.some((cell) => isAmount(cell, days));
  const head = headerAt(records, days);
  const first = head === null ? records.findIndex(({ cells }) => isRow(cells)) : head + 1;
  if (first < 0) throw refused("The file has no row with a date and an amount");
  const header = head === null ? null : (records[head]?.cells ?? null);
  const body = records.slice(first);
  if (body.length > MOST_ROWS) throw tooManyRows();
  return {
    preamble: records.slice(0, head ?? first),
    header,
    body,
    width: Math.max(shape.width, header?.length ?? 0),
  };
}

function headerAt(records: readonly CsvRow[], days: Days): number | null {
  let best: number | null = null;
  let most = LEAST_KNOWN_TITLES - 1;
  for (const [index, { cells }] of records.slice(0, LONGEST_PREAMBLE).entries()) {
    if (cells.some((cell) => days.isDay(cell) || isAmount(cell, days))) continue;
    const known = new Set(cells.map((cell) => roleOfTitle(cell)).filter((role) => role !== null));
    if (known.size > most) [best, most] = [index, known.size];
  }
  return best;
}

export function isAmount(cell: string, days: Days): boolean {
  return writtenAmount(cell) !== null && !days.isDay(cell);
}

function requireBounds(records: readonly CsvRow[]): void {
  if (records.length === 0) throw refused("The file is empty");
  if (records.length > MOST_ROWS + LONGEST_PREAMBLE) throw tooManyRows();
  for (const { line, cells } of records) {
    if (cells.length > MOST_COLUMNS)
      throw refused(`Line ${line} has more than ${counted(MOST_COLUMNS, "column")}`);
    if (cells.some((cell) => cell.length > LONGEST_CELL))
      throw refused(`Line ${line} has a cell of more than ${counted(LONGEST_CELL, "character")}`);
  }
}

function tooManyRows(): Refusal {
  return refused(`The file has more than ${counted(MOST_ROWS, "row")}`);
}

function refused(message: string): Refusal {
  const next = "choose the file of transactions that the bank gives as CSV; nothing was imported";
  return new Refusal({ code: "invalid_argument", path: "file", message, next });
}
