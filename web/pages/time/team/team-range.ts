import { addDays, daysBetween, mondayOf } from "../../../../src/shared/calendar.ts";
import { isDay } from "../../../dates.ts";
import { months, type Range } from "../../reports/ranges.ts";

export type Kind = "day" | "week" | "month" | "period";

/** Range of an address; null unless it names two days. */
export function rangeOf({ from, to }: Readonly<Record<string, string | undefined>>): Range | null {
  if (from === undefined || to === undefined || !isDay(from) || !isDay(to)) return null;
  return from <= to ? { from, to } : null;
}

/** A whole day, week or month with a day in it. */
export function wholeOf(kind: Exclude<Kind, "period">, day: string): Range {
  if (kind === "day") return { from: day, to: day };
  if (kind === "month") return months(day, 0, 1);
  const from = mondayOf(day);
  return { from, to: addDays(from, 6) };
}

/** A period is any other range. */
export function rangeKind(range: Range): Kind {
  const kinds = ["day", "week", "month"] as const;
  const found = kinds.find((kind) => {
    const { from, to } = wholeOf(kind, range.from);
    return from === range.from && to === range.to;
  });
  return found ?? "period";
}

/** The range so many of its own length later. */
export function movedBy(periods: number, range: Range): Range {
  if (rangeKind(range) === "month") return months(range.from, periods, 1);
  const days = periods * (daysBetween(range.from, range.to) + 1);
  return { from: addDays(range.from, days), to: addDays(range.to, days) };
}
