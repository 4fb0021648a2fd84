import type { CsvRow } from "../../../../core/csv/read-csv.ts";
import type { RowError } from "../statement.ts";
import { FEE_ELSEWHERE } from "./role.ts";
import type { Table } from "./table.ts";

const HEADER = [
  "Date",
  "Value date",
  "Name",
  "Gross",
  "Fee",
  "Net",
  "Currency",
  "Other amount",
  "Original currency",
  "Status",
  "Reference",
  "Note",
  "Transaction ID",
];

/**
 * Wise's history of transfers has no signed amount: money out costs the source's amount and its fee, in the
 * source's currency; money in is the target's amount. A conversion moves money between two balances of the
 * account, which one row of a statement cannot say: it is an error of its line.
 */
export function wiseHistory(table: Table) {
  const titles = table.header ?? [];
  const body: CsvRow[] = [];
  const errors: RowError[] = [];
  for (const { line, cells } of table.body) {
    const cell = (title: string) => cells[titles.indexOf(title)] ?? "";
    const direction = cell("Direction").toUpperCase();
    if (direction === "OUT" && isFeeElsewhere(cell))
      errors.push({
        line,
        column: "Source fee currency",
        text: cell("Source fee currency"),
        why: FEE_ELSEWHERE,
      });
    else if (direction === "OUT" || direction === "IN")
      body.push({ line, cells: rowOf(cell, direction === "OUT") });
    else
      errors.push({
        line,
        column: "Direction",
        text: direction,
        why: "This moves money between two balances: import the statement of each balance, which has both.",
      });
  }
  return { table: { ...table, header: HEADER, body, width: HEADER.length }, errors };
}

function isFeeElsewhere(cell: (title: string) => string): boolean {
  const currency = cell("Source fee currency");
  return (
    /[1-9]/.test(cell("Source fee amount")) &&
    currency !== "" &&
    currency !== cell("Source currency")
  );
}

function rowOf(cell: (title: string) => string, isOut: boolean): readonly string[] {
  const [source, target] = [cell("Source amount (after fees)"), cell("Target amount (after fees)")];
  const [mine, theirs] = isOut ? (["Source", "Target"] as const) : (["Target", "Source"] as const);
  const fee = isOut ? cell("Source fee amount") : "";
  return [
    cell("Finished on"),
    cell("Created on"),
    cell(isOut ? "Target name" : "Source name"),
    isOut ? `-${source}` : target,
    fee,
    isOut ? `-${added(source, fee)}` : target,
    cell(`${mine} currency`),
    cell(`${theirs} amount (after fees)`),
    cell(`${theirs} currency`),
    cell("Status"),
    cell("Reference"),
    cell("Note"),
    cell("ID"),
  ];
}

/** Sum of two amounts with points, to the last digit that either has. */
function added(one: string, other: string): string {
  const decimals = Math.max(...[one, other].map((text) => (text.split(".")[1] ?? "").length));
  const units = (text: string) => {
    const [whole = "0", behind = ""] = text.split(".");
    return BigInt(`${whole || "0"}${behind.padEnd(decimals, "0")}`);
  };
  const sum = String(units(one) + units(other)).padStart(decimals + 1, "0");
  return decimals === 0 ? sum : `${sum.slice(0, -decimals)}.${sum.slice(-decimals)}`;
}
