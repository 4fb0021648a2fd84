import { addDays } from "../../../src/shared/calendar.ts";
import { formatOf, isDay, shortDay } from "../../dates.ts";

export type Range = { readonly from: string; readonly to: string };

type Books = {
  /** Today, in the time zone of the books. */
  readonly today: string;
  /** First day of the fiscal year: `04-01`. */
  readonly fiscalYearStart: string;
};

/** Ranges that are chosen by name. Those that go on end with this month. */
export const RANGE_PRESETS = [
  { value: "year", label: "This fiscal year", rangeOf: (books) => fiscalYear(books) },
  { value: "month", label: "This month", rangeOf: ({ today }) => months(today, 0, 1) },
  { value: "last-month", label: "Last month", rangeOf: ({ today }) => months(today, -1, 1) },
  { value: "quarter", label: "This quarter", rangeOf: ({ today }) => quarter(today) },
  { value: "last-quarter", label: "Last quarter", rangeOf: ({ today }) => lastQuarter(today) },
  { value: "last-year", label: "Last fiscal year", rangeOf: (books) => lastFiscalYear(books) },
  { value: "12-months", label: "Last 12 months", rangeOf: ({ today }) => months(today, -12, 12) },
] as const satisfies readonly {
  readonly value: string;
  readonly label: string;
  readonly rangeOf: (books: Books) => Range;
}[];

/** This fiscal year, until the end of this month. */
export function fiscalYear({ today, fiscalYearStart }: Books): Range {
  const year = Number(today.slice(0, 4)) - (today.slice(5) < fiscalYearStart ? 1 : 0);
  return { from: `${year}-${fiscalYearStart}`, to: endOfMonth(today) };
}

function lastFiscalYear(books: Books): Range {
  const { from } = fiscalYear(books);
  return { from: `${Number(from.slice(0, 4)) - 1}${from.slice(4)}`, to: addDays(from, -1) };
}

/** Whole months. The first is `after` months after that of a day. */
export function months(day: string, after: number, count: number): Range {
  const [year = 0, month = 0] = day.split("-").map(Number);
  const firstOf = (shift: number) =>
    new Date(Date.UTC(year, month - 1 + shift, 1)).toISOString().slice(0, 10);
  return { from: firstOf(after), to: addDays(firstOf(after + count), -1) };
}

/** The calendar quarter, until the end of this month. */
function quarter(today: string): Range {
  const monthsBefore = (Number(today.slice(5, 7)) - 1) % 3;
  return months(today, -monthsBefore, monthsBefore + 1);
}

function lastQuarter(today: string): Range {
  return months(quarter(today).from, -3, 3);
}

function endOfMonth(day: string): string {
  return months(day, 0, 1).to;
}

/** Null for a range that is over. */
export function progressOf({ from, to }: Range, today: string): "so far" | "not begun yet" | null {
  if (to < today) return null;
  return from > today ? "not begun yet" : "so far";
}

/** Name of the preset with these days; null for other days. */
export function rangePreset(range: Range, books: Books) {
  const found = RANGE_PRESETS.find(({ rangeOf }) => {
    const { from, to } = rangeOf(books);
    return from === range.from && to === range.to;
  });
  return found?.value ?? null;
}

/** The range of an address, or else this fiscal year. */
export function rangeIn(search: Readonly<Record<string, string | undefined>>, books: Books): Range {
  const { from, to } = search;
  if (from === undefined || to === undefined || !isDay(from) || !isDay(to) || from > to)
    return fiscalYear(books);
  return { from, to };
}

/** `1 Oct 2026 to 31 Oct 2026`. */
export function rangeText({ from, to }: Range): string {
  return from === to ? shortDay(from) : `${shortDay(from)} to ${shortDay(to)}`;
}

/** Whole months by their names, `September 2026` or `Feb to Dec 2025`; other ranges by their days. */
export function periodName({ from, to }: Range): string {
  const isWhole = from === months(from, 0, 1).from && to === endOfMonth(to);
  if (!isWhole) return rangeText({ from, to });
  const [first, last] = [from, to].map((day) => day.slice(0, 7));
  if (first === last) return named(from, "long");
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  const start = named(from, "short");
  return `${isOneYear ? start.slice(0, -5) : start} to ${named(to, "short")}`;
}

function named(day: string, month: "long" | "short"): string {
  const format = formatOf("en-GB", { timeZone: "UTC", month, year: "numeric" });
  return format.format(new Date(day));
}
