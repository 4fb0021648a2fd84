import { addDays, mondayOf } from "../../../src/shared/calendar.ts";
import { dayRange, shortDay } from "../../dates.ts";

type By = "week" | "month";

const SHOWN = 12;

/** The last twelve weeks or months up to a day, as whole ones. */
export function rangeUntil(today: string, by: By): { readonly from: string; readonly to: string } {
  if (by === "week") {
    const monday = mondayOf(today);
    return { from: addDays(monday, -7 * (SHOWN - 1)), to: addDays(monday, 6) };
  }
  const [year = 0, month = 0] = today.split("-").map(Number);
  const day = (months: number, date: number) =>
    new Date(Date.UTC(year, month - 1 + months, date)).toISOString().slice(0, 10);
  return { from: day(1 - SHOWN, 1), to: day(1, 0) };
}

export type Period = { readonly from: string; readonly to: string };

/** A week or month on the axis of a chart; the one of today is not over. */
export function periodPlace({ from, to }: Period, by: By, today: string) {
  const isPartial = today <= to;
  if (by === "week") {
    const first = shortDay(from).replace(/ \d{4}$/, "");
    return { label: first, name: dayRange(from, to), isPartial };
  }
  return { label: named(from, "short"), name: named(from, "long"), isPartial };
}

/** `Nov`, `November 2026`. */
function named(day: string, month: "short" | "long"): string {
  const year = month === "long" ? ({ year: "numeric" } as const) : {};
  const format = new Intl.DateTimeFormat("en-GB", { month, timeZone: "UTC", ...year });
  return format.format(new Date(day));
}
