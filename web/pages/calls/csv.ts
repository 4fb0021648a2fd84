import { csvLine } from "../../../src/shared/csv.ts";
import type { Call } from "./call.ts";

/** The calls as a table for spreadsheets (RFC 4180). A row may stand for many that were only counted. */
export function callsCsv(calls: readonly Call[]): string {
  const lines = calls.map((call) => COLUMNS.map(([, value]) => value(call)));
  return [COLUMNS.map(([title]) => title), ...lines].map(csvLine).join("");
}

type CsvColumn = readonly [title: string, value: (call: Call) => string];

const COLUMNS: readonly CsvColumn[] = [
  ["When (UTC)", ({ at }) => at],
  ["Tool", ({ tool }) => tool ?? ""],
  ["Through", ({ via }) => via.kind],
  ["Name of the key or app", ({ via }) => via.name ?? ""],
  ["Held by", ({ holder }) => holder.name],
  ["Program", ({ client }) => client ?? ""],
  ["Outcome", ({ outcome }) => outcome ?? "counted only"],
  ["Because", ({ because }) => because ?? ""],
  ["Rows returned", ({ rows }) => (rows === null ? "" : String(rows))],
  ["Milliseconds", ({ milliseconds }) => (milliseconds === null ? "" : String(milliseconds))],
  ["Calls", ({ calls }) => String(calls)],
  ["Call id", ({ id }) => id],
];
