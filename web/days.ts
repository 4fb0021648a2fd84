import { formatOf } from "./moments.ts";

/** `Today, Saturday 21 November 2026`. */
export function dayWords(day: string, today: string): string {
  const words = spelt(day, { weekday: "long", month: "long" });
  if (day === today) return `Today, ${words}`;
  return day === dayBefore(today) ? `Yesterday, ${words}` : words;
}

/** `21 Nov 2026`. */
export function shortDay(day: string): string {
  return spelt(day, { month: "short" });
}

/** `16 to 22 Nov 2026`: two days, each with what tells it from the other. */
export function dayRange(from: string, to: string): string {
  if (from === to) return shortDay(to);
  if (from.slice(0, 4) !== to.slice(0, 4)) return `${shortDay(from)} to ${shortDay(to)}`;
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
  const first = shortDay(from)
    .split(" ")
    .slice(0, isOneMonth ? 1 : 2);
  return `${first.join(" ")} to ${shortDay(to)}`;
}

/** `2026-11-21`: the calendar day of a moment in an IANA time zone. */
export function dayIn(timeZone: string, at: string): string {
  // The Swedish locale writes a date as YYYY-MM-DD.
  return formatOf("sv-SE", { timeZone, dateStyle: "short" }).format(new Date(at));
}

/** True for a day since 1900, and false while its year is being typed. */
export function isDay(text: string): boolean {
  if (!/^(19|20)\d\d-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
}

const DAY_MS = 24 * 60 * 60 * 1000;

function spelt(day: string, parts: Intl.DateTimeFormatOptions): string {
  const format = { day: "numeric", year: "numeric", timeZone: "UTC", ...parts } as const;
  return formatOf("en-GB", format).format(new Date(day)).replace(",", "");
}
