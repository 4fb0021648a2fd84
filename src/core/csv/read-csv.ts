import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { CsvError, parse } from "csv-parse";
import { withoutApostrophes } from "../../shared/csv.ts";
import { counted } from "../../shared/words.ts";
import { type Refusal, unreadable } from "../errors.ts";
import { decode, type Encoding } from "./encoding.ts";
import { type Delimiter, delimiterOf, DELIMITERS, SPLITTING } from "./records.ts";

export type CsvRow = {
  /** From 1, in lines of the file. */
  readonly line: number;
  /** Trimmed. There may be more or fewer than the header has. */
  readonly cells: readonly string[];
};

export type Csv = {
  readonly header: readonly string[];
  readonly rows: readonly CsvRow[];
  readonly dialect: { readonly encoding: Encoding; readonly delimiter: Delimiter };
};

/**
 * Reads a CSV file, whatever program wrote it: encoding and delimiter are found. Other requests are served
 * in between.
 * @throws Refusal for a file that is no text or empty, has more than `mostRows` rows, too many empty or too
 * long ones, or a quote that never ends
 */
export async function readCsv(
  bytes: Uint8Array,
  { mostRows }: { readonly mostRows: number },
): Promise<Csv> {
  const { encoding, text } = decode(bytes);
  const [hint = "", named] = EXCELS_HINT.exec(text) ?? [];
  const rest = text.slice(hint.length);
  const delimiter = DELIMITERS.find((delimiter) => delimiter === named) ?? delimiterOf(rest);
  const rows: CsvRow[] = [];
  let empty = 0;
  for await (const row of rowsOf(rest, delimiter, hint === "" ? 1 : 2)) {
    if (row.cells.every((cell) => cell === "")) empty += 1;
    else rows.push(row);
    if (rows.length > mostRows + 1) throw tooManyRows(mostRows);
    if (empty > MOST_EMPTY_ROWS) throw tooManyEmptyRows();
  }
  const [header, ...others] = rows;
  if (header === undefined) throw unreadable("The file is empty", "choose another file");
  return { header: header.cells, rows: others, dialect: { encoding, delimiter } };
}

const EXCELS_HINT = /^sep=(.)\r?\n/i;

/** Bytes that are parsed before other requests are served. */
const SLICE = 16 * 1024;

/** Spreadsheets may save empty rows below a table. */
const MOST_EMPTY_ROWS = 50_000;
const MOST_CELLS = 1000;
/** Bytes of a line, or characters of a row. A longer one would keep other requests waiting. */
const LONGEST_ROW = 512 * 1024;

type Parsed = { readonly info: { readonly bytes: number }; readonly record: readonly string[] };

async function* rowsOf(text: string, delimiter: string, first: number): AsyncGenerator<CsvRow> {
  const bytes = Buffer.from(text);
  if (hasLongLine(bytes)) throw unreadable("A line of the file is too long", CORRECT);
  const parser = parse({ ...SPLITTING, delimiter, info: true, max_record_size: LONGEST_ROW });
  const parsed: AsyncIterable<Parsed> = Readable.from(slicesOf(bytes)).pipe(parser);
  let [line, from] = [first, 0];
  try {
    for await (const { info, record } of parsed) {
      if (record.length > MOST_CELLS)
        throw unreadable(`Line ${line} has more than ${counted(MOST_CELLS, "cell")}`, CORRECT);
      yield { line, cells: record.map((cell) => withoutApostrophes(cell.trim()).trim()) };
      // The parser's own count takes a CRLF within quotes for two lines.
      line += linesIn(bytes.subarray(from, info.bytes));
      from = info.bytes;
    }
  } catch (error) {
    if (error instanceof CsvError) throw brokenAt(line, error);
    throw error;
  }
}

function hasLongLine(bytes: Buffer): boolean {
  for (let from = 0; bytes.length - from > LONGEST_ROW;) {
    const part = bytes.subarray(from, from + LONGEST_ROW);
    const end = Math.max(part.lastIndexOf("\n"), part.lastIndexOf("\r"));
    if (end < 0) return true;
    from += end + 1;
  }
  return false;
}

function linesIn(bytes: Buffer): number {
  return bytes.toString("latin1").split(/\r\n|\n|\r/).length - 1;
}

async function* slicesOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += SLICE) {
    yield bytes.subarray(from, from + SLICE);
    await setImmediate();
  }
}

function brokenAt(line: number, { code }: CsvError): Refusal {
  const problem = PROBLEMS.get(code) ?? "cannot be read as CSV";
  return unreadable(`Line ${line} ${problem}`, CORRECT);
}

const PROBLEMS: ReadonlyMap<string, string> = new Map([
  ["CSV_QUOTE_NOT_CLOSED", "has a quote that never ends"],
  ["CSV_MAX_RECORD_SIZE", "is too long, or has a quote that never ends"],
]);
const CORRECT = "correct that line in the file and choose it again";

function tooManyEmptyRows(): Refusal {
  const rows = counted(MOST_EMPTY_ROWS, "empty row");
  return unreadable(`The file has more than ${rows}`, "remove them and choose it again");
}

function tooManyRows(most: number): Refusal {
  const rows = counted(most, "row");
  return unreadable(
    `The file has more than ${rows}`,
    "split it into several files, each with the line of titles",
  );
}
