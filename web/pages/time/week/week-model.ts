import { addDays, mondayOf, weekdayOf } from "../../../../src/shared/calendar.ts";
import { spoken } from "../../../../src/shared/words.ts";
import type { Output } from "../../../api.ts";
import { formatOf, isDay } from "../../../dates.ts";
import { NOT_YOURS, onInvoice } from "../entries/entry.ts";
import type { TrackedProject } from "../projects.ts";

export type Week = Output<"GET /api/teams/:team/week">;
export type WeekRow = Week["rows"][number];
export type Cell = WeekRow["cells"][number];

export function cellKey(project: string, day: string): string {
  return `${project} ${day}`;
}

export function cellOf({ cells }: WeekRow, day: string): Cell {
  const empty = { day, seconds: 0, entries: 0, runningSince: null, invoice: null };
  return cells.find((cell) => cell.day === day) ?? empty;
}

/** Reason for which the time of a cell cannot be changed; null for one that can be. */
export function whyFixed({ runningSince, invoice }: Cell, isReadOnly: boolean): string | null {
  if (isReadOnly) return NOT_YOURS;
  if (runningSince !== null) return "A timer runs here. Stop it to change the time.";
  return invoice === null ? null : onInvoice(invoice);
}

/** Rows of the week and of the added projects, by name. */
export function weekRows({ rows }: Week, added: readonly TrackedProject[]): readonly WeekRow[] {
  const known = new Set(rows.map(({ project }) => project.id));
  const empty = added.filter(({ id }) => !known.has(id)).map((project) => ({ project, cells: [] }));
  return [...rows, ...empty].toSorted((one, other) =>
    one.project.name.localeCompare(other.project.name, "en"),
  );
}

export function withCell(
  week: Week,
  project: TrackedProject,
  cell: Pick<Cell, "day" | "seconds" | "entries">,
): Week {
  const { rows } = week;
  const row = rows.find((row) => row.project.id === project.id) ?? { project, cells: [] };
  const others = row.cells.filter(({ day }) => day !== cell.day);
  const cells =
    cell.entries === 0 ? others : [...others, { ...cell, runningSince: null, invoice: null }];
  const rest = rows.filter((row) => row.project.id !== project.id);
  return { ...week, rows: cells.length === 0 ? rest : [...rest, { project: row.project, cells }] };
}

export function totalsOf(
  rows: readonly WeekRow[],
  days: readonly string[],
  secondsOf: (row: WeekRow, day: string) => number,
) {
  const sum = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);
  const byDay = days.map((day) => sum(rows.map((row) => secondsOf(row, day))));
  return {
    byRow: (row: WeekRow) => sum(days.map((day) => secondsOf(row, day))),
    byDay,
    all: sum(byDay),
  };
}

export type Place = { readonly row: number; readonly column: number };

/** Moves by a key within a grid: along a line up to its end, or on to the next line. */
export function movedTo(
  { row, column }: Place,
  move: string,
  { rows, columns }: { readonly rows: number; readonly columns: number },
): Place | null {
  const [lastRow, lastColumn] = [rows - 1, columns - 1];
  const places: Readonly<Record<string, Place>> = {
    ArrowUp: { row: Math.max(row - 1, 0), column },
    ArrowDown: { row: Math.min(row + 1, lastRow), column },
    ArrowLeft: { row, column: Math.max(column - 1, 0) },
    ArrowRight: { row, column: Math.min(column + 1, lastColumn) },
    Home: { row, column: 0 },
    End: { row, column: lastColumn },
    "Control+Home": { row: 0, column: 0 },
    "Control+End": { row: lastRow, column: lastColumn },
    Tab:
      column < lastColumn
        ? { row, column: column + 1 }
        : { row: Math.min(row + 1, lastRow), column: row < lastRow ? 0 : lastColumn },
    "Shift+Tab":
      column > 0
        ? { row, column: column - 1 }
        : { row: Math.max(row - 1, 0), column: row > 0 ? lastColumn : 0 },
    Enter:
      row < lastRow
        ? { row: row + 1, column }
        : { row: column < lastColumn ? 0 : row, column: Math.min(column + 1, lastColumn) },
    "Shift+Enter":
      row > 0
        ? { row: row - 1, column }
        : { row: column > 0 ? lastRow : 0, column: Math.max(column - 1, 0) },
  };
  return places[move] ?? null;
}

/** `2026-W47` of a day, as ISO 8601 counts weeks. */
export function weekNameOf(day: string): string {
  const thursday = addDays(mondayOf(day), 3);
  const year = thursday.slice(0, 4);
  const days = (Date.parse(thursday) - Date.parse(`${year}-01-01`)) / 86_400_000;
  return `${year}-W${String(Math.floor(days / 7) + 1).padStart(2, "0")}`;
}

/** Monday of a week such as `2026-W47`, or of a day's week; null for another text. */
export function mondayOfWeek(name: string): string | null {
  if (isDay(name)) return mondayOf(name);
  const [, year, week] = /^(\d{4})-W(\d\d)$/.exec(name) ?? [];
  if (year === undefined || week === undefined) return null;
  // 4 January is always in the first week.
  const monday = addDays(mondayOf(`${year}-01-04`), (Number(week) - 1) * 7);
  return weekNameOf(monday) === name ? monday : null;
}

/** `Mon 16 Nov`. */
export function dayHead(day: string): string {
  const format = { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" } as const;
  return formatOf("en-GB", format).format(new Date(day)).replace(",", "");
}

export function isWeekend(day: string): boolean {
  return weekdayOf(day) % 6 === 0;
}

/** `The newest of 2 entries gets 30 min more.` Null for a cell without several entries. */
export function newestWords({ seconds, entries }: Cell, next: number | null): string | null {
  if (entries < 2) return null;
  if (next === null || next === seconds) return `Changes the newest of ${entries} entries.`;
  const change = spoken(Math.abs(next - seconds));
  return `The newest of ${entries} entries gets ${change} ${next > seconds ? "more" : "less"}.`;
}

/** Parts of the address. A change of one discards what is typed into the week. */
export const WEEK_ADDRESS = ["week", "person"] as const;
