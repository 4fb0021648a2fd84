import { writeXlsxStream } from "hucre/xlsx";
import { daysBetween } from "../../../shared/calendar.ts";
import { decimalText } from "../../../shared/money.ts";
import type { Cell, Column } from "./columns.ts";
import type { Lines } from "./lines.ts";
import { rowsOf } from "./table.ts";

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
