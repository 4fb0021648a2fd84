import { BYTE_ORDER_MARK, csvCell } from "../../../shared/csv.ts";
import { decimalText } from "../../../shared/money.ts";
import type { Cell, Column } from "./columns.ts";
import type { Lines } from "./lines.ts";
import { rowsOf } from "./table.ts";

type Marks = { readonly delimiter: "," | ";"; readonly decimal: "." | "," };

/** CSV in UTF-8 (RFC 4180). Texts that spreadsheets would take for formulas get an apostrophe. */
export async function* csvOf(
  columns: readonly Column[],
  lines: Lines,
  marks: Marks,
): AsyncIterable<Uint8Array> {
  const lineOf = (cells: readonly string[]) => `${cells.join(marks.delimiter)}\r\n`;
  yield encoder.encode(BYTE_ORDER_MARK + lineOf(columns.map(({ title }) => csvCell(title))));
  for await (const rows of rowsOf(columns, lines)) {
    const text = rows.map((row) => lineOf(row.map((cell) => written(cell, marks)))).join("");
    yield encoder.encode(text);
  }
}

const encoder = new TextEncoder();

function written(cell: Cell, { decimal }: Marks): string {
  if (cell === null) return "";
  if (cell.kind === "text") return csvCell(cell.text);
  if (cell.kind === "day") return cell.day;
  const number = cell.kind === "number" ? cell.number : decimalText(cell.minor, cell.currency);
  return number.replace(".", decimal);
}
