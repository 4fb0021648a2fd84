import { CsvError } from "csv-parse";
import { parse } from "csv-parse/sync";

export const DELIMITERS = [",", ";", "\t", "|"] as const;

export type Delimiter = (typeof DELIMITERS)[number];

/** Lines that are looked at, and characters at most. */
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

export type TableShape = { readonly delimiter: Delimiter; readonly width: number };

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

/** Lines of a table with others above it. */
const TABLE_SAMPLE = 300;
const LEAST_WIDTH = 3;

/** The longest run of equal widths of three or more. */
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

/** Cells of the first line, and the share of lines that have as many. */
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
