import { CsvError, parse } from "csv-parse/sync";
import { withoutApostrophes } from "../../shared/csv.ts";
import { Refusal } from "../errors.ts";
import type { CsvRow } from "./read-csv.ts";

type Shape = {
  readonly delimiter: Delimiter;
  readonly width: number;
  readonly most: number;
};

/** A quote that is not closed within so many characters counts as a letter. */
const LONGEST_RECORD = 64 * 1024;
const MOST_MENDED = 100;

/**
 * Splits a text into records without those that are all empty, for a file whose table may begin anywhere.
 * A line with a quote that is missing, which would swallow the lines below, is split as if it had none.
 * @throws Refusal for too many such lines
 */
export function recordsOf(text: string, shape: Shape): readonly CsvRow[] {
  // Some programs end lines with two carriage returns and a line feed.
  const bytes = Buffer.from(text.replaceAll(/\r+\n|\r/g, "\n"));
  const records: CsvRow[] = [];
  let [from, line, mended] = [0, 1, 0];
  while (from < bytes.length && records.length <= shape.most) {
    const end = readOn(bytes.subarray(from), line, { ...shape, records });
    from += end.bytes;
    line = end.line;
    if (!end.isBroken) break;
    const lineEnd = bytes.indexOf("\n", from);
    const next = lineEnd < 0 ? bytes.length : lineEnd;
    const cells = bytes.subarray(from, next).toString().split(shape.delimiter).map(unquoted);
    records.push({ line, cells });
    from = next + 1;
    line += 1;
    mended += 1;
    if (mended > MOST_MENDED) throw tooManyBroken();
  }
  return records;
}

function unquoted(cell: string): string {
  return trimmed(cell.trim().replaceAll(/^"|"$/g, ""));
}

/** A record has swallowed lines that are records of their own. */
class Swallowed extends Error {}

type Reading = Shape & { readonly records: CsvRow[] };

function readOn(bytes: Buffer, first: number, { records, width, most, delimiter }: Reading) {
  let [read, line] = [0, first];
  const onRecord = (cells: readonly string[], info: { readonly bytes: number }) => {
    const lines = linesIn(bytes, read, info.bytes);
    if (lines > 1 && hasSwallowed(cells, bytes.subarray(read, info.bytes))) throw new Swallowed();
    if (cells.some((cell) => cell.trim() !== "")) records.push({ line, cells: cells.map(trimmed) });
    line += lines;
    read = info.bytes;
    return null;
  };
  // Its first two lines are records themselves, or its cells are not those of a record.
  const hasSwallowed = (cells: readonly string[], raw: Buffer) => {
    const lines = raw.toString().split("\n", 2);
    return cells.length !== width || lines.every((text) => text.split(delimiter).length === width);
  };
  const options = { ...SPLITTING, record_delimiter: "\n", delimiter, to: most + 2 };
  try {
    parse(bytes, { ...options, max_record_size: LONGEST_RECORD, on_record: onRecord });
    return { bytes: read, line, isBroken: false };
  } catch (error) {
    if (!(error instanceof CsvError || error instanceof Swallowed)) throw error;
    return { bytes: read, line, isBroken: true };
  }
}

function tooManyBroken(): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "file",
    message: `More than ${MOST_MENDED} lines of the file have a quote that never ends`,
    next: "correct them, or export the file again",
  });
}

function linesIn(bytes: Buffer, from: number, to: number): number {
  let lines = 0;
  for (let at = bytes.indexOf(10, from); at >= 0 && at < to; at = bytes.indexOf(10, at + 1))
    lines += 1;
  return lines;
}

function trimmed(cell: string): string {
  return withoutApostrophes(cell.trim()).trim();
}

export const DELIMITERS = [",", ";", "\t", "|"] as const;

export type Delimiter = (typeof DELIMITERS)[number];

const SAMPLE = 30;
const LONGEST_SAMPLE = 64 * 1024;

/** The delimiter with which most lines have as many cells as the first; a comma for a single column. */
export function delimiterOf(text: string): Delimiter {
  const fits = DELIMITERS.map((delimiter) => ({ delimiter, ...fitOf(text, delimiter) }));
  const [best] = fits
    .filter(({ cells }) => cells > 1)
    .toSorted((one, other) => other.agreeing - one.agreeing || other.cells - one.cells);
  return best?.delimiter ?? ",";
}

type TableShape = { readonly delimiter: Delimiter; readonly width: number };

/**
 * The delimiter with which most records in a row have one width of three cells or more, for a file whose
 * table begins below other lines; of equal ones that with the widest. Null where no line has three cells.
 */
export function tableShapeOf(text: string, named: Delimiter | null): TableShape | null {
  const fits = (named === null ? DELIMITERS : [named]).map((delimiter) => ({
    delimiter,
    ...longestRun(sampleOf(text, delimiter, TABLE_SAMPLE).map((line) => line.length)),
  }));
  const [best] = fits
    .filter(({ length }) => length > 0)
    .toSorted((one, other) => other.length - one.length || other.width - one.width);
  return best === undefined ? null : { delimiter: best.delimiter, width: best.width };
}

const TABLE_SAMPLE = 300;
const LEAST_WIDTH = 3;

function longestRun(widths: readonly number[]) {
  let best = { length: 0, width: 0 };
  let start = 0;
  for (const [index, width] of widths.entries()) {
    if (width !== widths[start]) start = index;
    const length = index - start + 1;
    if (width >= LEAST_WIDTH && length > best.length) best = { length, width };
  }
  return best;
}

function fitOf(text: string, delimiter: string) {
  const lines = sampleOf(text, delimiter);
  const cells = lines[0]?.length ?? 0;
  const agreeing = lines.filter((line) => line.length === cells).length / lines.length;
  return { cells, agreeing };
}

function sampleOf(text: string, delimiter: string, most = SAMPLE): readonly string[][] {
  const lines: string[][] = [];
  const add = (line: string[]) => void lines.push(line);
  try {
    const options = { ...SPLITTING, delimiter, skip_empty_lines: true, to: most };
    parse(text.slice(0, LONGEST_SAMPLE), { ...options, on_record: add });
  } catch (error) {
    // The last line may be cut within quotes.
    if (!(error instanceof CsvError)) throw error;
  }
  return lines;
}

/** Files of other programs break RFC 4180 in these ways. Lines may even end differently in one file. */
export const SPLITTING = {
  relax_quotes: true,
  relax_column_count: true,
  record_delimiter: ["\r\n", "\n", "\r"],
};
