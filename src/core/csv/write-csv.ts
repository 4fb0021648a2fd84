import { csvCell } from "../../shared/csv.ts";
import { decimalText } from "../../shared/money.ts";

/** A value of a table that becomes a file. */
export type Cell =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "day"; readonly day: string }
  | { readonly kind: "amount"; readonly minor: bigint | number; readonly currency: string }
  | { readonly kind: "number"; readonly number: string }
  | null;

type Marks = { readonly delimiter: "," | ";"; readonly decimal: "." | "," };

/** `csv` has commas and points, `csv_semicolon` semicolons and decimal commas. */
const CSV_FORMATS = {
  csv: { delimiter: ",", decimal: "." },
  csv_semicolon: { delimiter: ";", decimal: "," },
} as const satisfies Readonly<Record<string, Marks>>;

export type CsvFormat = keyof typeof CSV_FORMATS;

/** A line of CSV (RFC 4180). Texts that spreadsheets would take for formulas get an apostrophe. */
export function writtenLine(cells: readonly Cell[], format: CsvFormat): string {
  const { delimiter, decimal } = CSV_FORMATS[format];
  return `${cells.map((cell) => written(cell, decimal)).join(delimiter)}\r\n`;
}

function written(cell: Cell, decimal: Marks["decimal"]): string {
  if (cell === null) return "";
  if (cell.kind === "text") return csvCell(cell.text);
  if (cell.kind === "day") return cell.day;
  const number = cell.kind === "number" ? cell.number : decimalText(cell.minor, cell.currency);
  return number.replace(".", decimal);
}

export function textCell(text: string | null): Cell {
  return text === null ? null : { kind: "text", text };
}

export function dayCell(day: string | null): Cell {
  return day === null ? null : { kind: "day", day };
}

export function numberCell(number: string | null): Cell {
  return number === null ? null : { kind: "number", number };
}

export function amountCell(minor: bigint | number | null, currency: string): Cell {
  return minor === null ? null : { kind: "amount", minor, currency };
}
