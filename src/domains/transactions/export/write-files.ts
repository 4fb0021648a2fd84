import { writeXlsxStream } from "hucre/xlsx";
import { type Cell, type CsvFormat, textCell, writtenLine } from "../../../core/csv/write-csv.ts";
import { daysBetween } from "../../../shared/calendar.ts";
import { BYTE_ORDER_MARK } from "../../../shared/csv.ts";
import { decimalText } from "../../../shared/money.ts";
import type { Column } from "./columns.ts";
import { type Lines, Totals } from "./lines.ts";

/** CSV in UTF-8. */
export async function* csvOf(
  columns: readonly Column[],
  lines: Lines,
  format: CsvFormat,
): AsyncIterable<Uint8Array> {
  const titles = columns.map(({ title }) => textCell(title));
  yield encoder.encode(BYTE_ORDER_MARK + writtenLine(titles, format));
  for await (const rows of rowsOf(columns, lines))
    yield encoder.encode(rows.map((row) => writtenLine(row, format)).join(""));
}

const encoder = new TextEncoder();

/** A workbook (ECMA-376) without formulas: text is text, whatever it begins with. */
export function xlsxOf(columns: readonly Column[], lines: Lines): AsyncIterable<Uint8Array> {
  return writeXlsxStream(cellsOf(columns, lines), {
    name: "Transactions",
    columns: columns.map(({ width, kind }) => ({ width, ...FORMATS[kind] })),
    freezePane: { rows: 1 },
  });
}

/** Formats of numbers. Currencies have up to four decimals. */
const FORMATS = {
  text: {},
  day: { numFmt: "yyyy-mm-dd" },
  amount: { numFmt: "#,##0.00##" },
  number: { numFmt: "General" },
} as const satisfies Readonly<Record<Column["kind"], object>>;

async function* cellsOf(
  columns: readonly Column[],
  lines: Lines,
): AsyncGenerator<(string | number | null)[]> {
  yield columns.map(({ title }) => title);
  for await (const rows of rowsOf(columns, lines)) for (const row of rows) yield row.map(valueOf);
}

function valueOf(cell: Cell): string | number | null {
  if (cell === null) return null;
  if (cell.kind === "text") return cell.text;
  if (cell.kind === "day") return serialOf(cell.day);
  const text = cell.kind === "number" ? cell.number : decimalText(cell.minor, cell.currency);
  return text.replaceAll(/\D/g, "").length > EXACT_DIGITS ? text : Number(text);
}

/** Digits of a number that spreadsheets keep. */
const EXACT_DIGITS = 15;

/** Spreadsheets count days, and take 1900 for a leap year: older days stay text. */
function serialOf(day: string): string | number {
  return day < "1900-03-01" ? day : daysBetween("1899-12-30", day);
}

/** Rows in chunks, then an empty one and the totals. */
async function* rowsOf(
  columns: readonly Column[],
  lines: Lines,
): AsyncIterable<readonly (readonly Cell[])[]> {
  const totals = new Totals();
  for await (const chunk of lines) {
    for (const line of chunk) totals.add(line);
    yield chunk.map((line) => columns.map(({ of }) => of(line)));
  }
  const hasTaxes = columns.some(({ title }) => title === "Tax");
  const sums = totals.lines({ hasTaxes });
  if (sums.length === 0) return;
  yield [
    columns.map(() => null),
    ...sums.map((sum) => columns.map(({ total }) => total?.(sum) ?? null)),
  ];
}
