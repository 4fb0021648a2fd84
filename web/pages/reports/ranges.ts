import { addDays } from "../../../src/shared/calendar.ts";
import { isDay } from "../../days.ts";

export type Range = { readonly from: string; readonly to: string };

type Books = {
  /** Today, in the time zone of the books. */
  readonly today: string;
  /** First day of the fiscal year: `04-01`. */
  readonly fiscalYearStart: string;
};

/** Ranges that are chosen by name. What is not over ends with the current month. */
export const PRESETS = [
  { value: "year", label: "This fiscal year", rangeOf: (books) => fiscalYear(books) },
  { value: "month", label: "This month", rangeOf: ({ today }) => months(today, 0, 1) },
  { value: "last-month", label: "Last month", rangeOf: ({ today }) => months(today, -1, 1) },
  { value: "quarter", label: "This quarter", rangeOf: ({ today }) => quarter(today) },
  { value: "12-months", label: "Last 12 months", rangeOf: ({ today }) => months(today, -12, 12) },
] as const satisfies readonly {
  readonly value: string;
  readonly label: string;
  readonly rangeOf: (books: Books) => Range;
}[];

/** The fiscal year that today is in, until the end of this month. */
export function fiscalYear({ today, fiscalYearStart }: Books): Range {
  const year = Number(today.slice(0, 4)) - (today.slice(5) < fiscalYearStart ? 1 : 0);
  return { from: `${year}-${fiscalYearStart}`, to: endOfMonth(today) };
}

/** Whole months, the first of them so many after that of a day. */
export function months(day: string, after: number, count: number): Range {
  const [year = 0, month = 0] = day.split("-").map(Number);
  const firstOf = (shift: number) =>
    new Date(Date.UTC(year, month - 1 + shift, 1)).toISOString().slice(0, 10);
  return { from: firstOf(after), to: addDays(firstOf(after + count), -1) };
}

/** The quarter of the calendar year, until the end of this month. */
function quarter(today: string): Range {
  const monthsBefore = (Number(today.slice(5, 7)) - 1) % 3;
  return months(today, -monthsBefore, monthsBefore + 1);
}

function endOfMonth(day: string): string {
  return months(day, 0, 1).to;
}

/** Name of the preset that is this range now; null for another range. */
export function presetOf(range: Range, books: Books) {
  const found = PRESETS.find(({ rangeOf }) => {
    const { from, to } = rangeOf(books);
    return from === range.from && to === range.to;
  });
  return found?.value ?? null;
}

/** The range of an address; this fiscal year where it has none. */
export function rangeIn(search: Readonly<Record<string, string | undefined>>, books: Books): Range {
  const { from, to } = search;
  if (from === undefined || to === undefined || !isDay(from) || !isDay(to) || from > to)
    return fiscalYear(books);
  return { from, to };
}
