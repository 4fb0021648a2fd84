import { weekdayOf } from "../../../../src/shared/calendar.ts";
import { spoken } from "../../../../src/shared/words.ts";
import { formatOf } from "../../../dates.ts";

/** `Mon 16 Nov`. */
export function dayHead(day: string): string {
  const format = { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" } as const;
  return formatOf("en-GB", format).format(new Date(day)).replace(",", "");
}

export function isWeekend(day: string): boolean {
  return weekdayOf(day) % 6 === 0;
}

type Cell = { readonly seconds: number; readonly entries: number };

/** Effect of new time on a cell of several entries: `The newest of 2 entries gets 30 min more.` */
export function newestWords({ seconds, entries }: Cell, next: number | null): string | null {
  if (entries < 2) return null;
  if (next === null || next === seconds) return `Changes the newest of ${entries} entries.`;
  const change = spoken(Math.abs(next - seconds));
  return `The newest of ${entries} entries gets ${change} ${next > seconds ? "more" : "less"}.`;
}
