import { csvCell } from "../../../src/shared/csv.ts";
import type { Cell, ReportRow, ReportTable, ReportView } from "./view.ts";

/** The tables of a report for spreadsheets, below one another. Amounts are plain numbers. */
export function csvOf({
  table,
  further = [],
  currency,
}: Pick<ReportView, "table" | "further" | "currency">): string {
  return [table, ...further.map(({ table }) => table)]
    .map((one) => linesOf(one, currency).join(""))
    .join("\r\n");
}

/** A table of balances names the currency of each row itself. */
function linesOf({ titles, rows, total }: ReportTable, currency: string): readonly string[] {
  const isNamed = titles.includes("Currency");
  const all = total === undefined ? rows : [...rows, total];
  return [
    lineOf([...titles, "Note", ...(isNamed ? [] : ["Currency"])].map(csvCell)),
    ...all.map((row) => lineOf([...cellsOf(row), ...(isNamed ? [] : [csvCell(currency)])])),
  ];
}

function cellsOf({ name, cells, note }: ReportRow): readonly string[] {
  return [csvCell(name), ...cells.map(cellOf), csvCell(note ?? "")];
}

/** An amount below zero is no formula: it stays a number. */
function cellOf({ plain }: Cell): string {
  return /^-\d+(\.\d+)?$/.test(plain) ? plain : csvCell(plain);
}

function lineOf(cells: readonly string[]): string {
  return `${cells.join(",")}\r\n`;
}
