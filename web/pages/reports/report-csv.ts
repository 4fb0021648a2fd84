import { csvCell } from "../../../src/shared/csv.ts";
import type { Cell, ReportRow, ReportTable, ReportView } from "./view.ts";

/** The tables of a report for spreadsheets, with plain numbers. */
export function reportCsv({
  table,
  further = [],
  currency,
}: Pick<ReportView, "table" | "further" | "currency">): string {
  const others = further
    .filter(({ table }) => table.rows.length > 0)
    .map(({ title, table }) => [lineOf([csvCell(title)]), ...linesOf(table, currency)]);
  return [linesOf(table, currency), ...others].map((lines) => lines.join("")).join("\r\n");
}

/** Heads of rows become a column, and so does the currency, unless the table has one. */
function linesOf({ titles, rows, total }: ReportTable, currency: string): readonly string[] {
  const isNamed = titles.includes("Currency");
  const hasParts = rows.some(({ part }) => part !== undefined);
  const all = total === undefined ? rows : [...rows, total];
  const heads = [
    ...(hasParts ? ["Kind"] : []),
    ...titles,
    "Note",
    ...(isNamed ? [] : ["Currency"]),
  ];
  return [
    lineOf(heads.map(csvCell)),
    ...all.map((row) =>
      lineOf([
        ...(hasParts ? [csvCell(row.part ?? "")] : []),
        ...cellsOf(row),
        ...(isNamed ? [] : [csvCell(row.currency ?? currency)]),
      ]),
    ),
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
