import { CsvError, parse } from "csv-parse/sync";
import { withoutApostrophes } from "../../shared/csv.ts";
import { Refusal } from "../errors.ts";
import { type Delimiter, SPLITTING } from "./delimiter.ts";
import type { CsvRow } from "./read-csv.ts";

type Shape = {
  readonly delimiter: Delimiter;
  /** Cells of most records. */
  readonly width: number;
  /** Records that are wanted at most; one more is read. */
  readonly most: number;
};

/** Characters of a record: a quote that is not closed within them is none. */
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

/** Thrown out of the parser: a record has swallowed lines that are records of their own. */
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
