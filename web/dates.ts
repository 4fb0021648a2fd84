import { counted } from "../src/shared/words.ts";

/** `Today, Saturday 21 November 2026`. */
export function dayWords(day: string, today: string): string {
  const words = spelt(day, { weekday: "long", month: "long" });
  if (day === today) return `Today, ${words}`;
  if (day > today) return `In the future, ${words}`;
  return day === dayBefore(today) ? `Yesterday, ${words}` : words;
}

/** `21 Nov 2026`. */
export function shortDay(day: string): string {
  return spelt(day, { month: "short" });
}

/** `October 2026`. */
export function monthName(month: string): string {
  const format = formatOf("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });
  return format.format(new Date(`${month}-01`));
}

/** `16 to 22 Nov 2026`. */
export function dayRange(from: string, to: string): string {
  if (from === to) return shortDay(to);
  if (from.slice(0, 4) !== to.slice(0, 4)) return `${shortDay(from)} to ${shortDay(to)}`;
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
  const first = shortDay(from)
    .split(" ")
    .slice(0, isOneMonth ? 1 : 2);
  return `${first.join(" ")} to ${shortDay(to)}`;
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

/** `21 Nov 2026, 09:00`. */
export function exactTime(at: string, timeZone: string): string {
  return formatOf("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone }).format(
    new Date(at),
  );
}

/** `09:00:07`. */
export function toTheSecond(at: string, timeZone: string): string {
  return formatOf("en-GB", { timeStyle: "medium", timeZone }).format(new Date(at));
}

/** `21 Nov 2026`. */
export function dayOf(at: string, timeZone: string): string {
  return formatOf("en-GB", { dateStyle: "medium", timeZone }).format(new Date(at));
}

/** `14:03`. */
export function clockTime(at: string, timeZone: string): string {
  return formatOf("en-GB", { timeStyle: "short", timeZone }).format(new Date(at));
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached format: making one takes longer than using it for a whole list. */
export function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = JSON.stringify([locale, options]);
  const known = formats.get(name);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat(locale, options);
  formats.set(name, format);
  return format;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const UNITS = {
  minute: { size: MINUTE, unit: "minute" },
  hour: { size: HOUR, unit: "hour" },
  day: { size: DAY, unit: "day" },
} as const;

/** `in 3 days`, `5 minutes ago`; the date if more than a month away. */
export function roughly(at: string, now: string, timeZone: string): string {
  const past = Date.parse(now) - Date.parse(at);
  const far = Math.abs(past);
  if (far < MINUTE) return past >= 0 ? "just now" : "in a moment";
  if (far >= 30 * DAY) return dayOf(at, timeZone);
  const { size, unit } = far < HOUR ? UNITS.minute : far < DAY ? UNITS.hour : UNITS.day;
  const count = Math.floor(far / size);
  const words = counted(count, unit);
  return past >= 0 ? `${words} ago` : `in ${words}`;
}

/** `Berlin time`, for the zone `Europe/Berlin`. */
export function zoneWords(timeZone: string): string {
  const place = timeZone.split("/").at(-1)?.replaceAll("_", " ") ?? timeZone;
  return place === "UTC" ? "UTC" : `${place} time`;
}
