import { counted } from "../src/shared/words.ts";

/** `21 Nov 2026, 09:00` in the reader's time zone. */
export function exactly(at: string, timeZone: string): string {
  return formatOf("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone }).format(
    new Date(at),
  );
}

/** `09:00:07` in the reader's time zone. */
export function toTheSecond(at: string, timeZone: string): string {
  return formatOf("en-GB", { timeStyle: "medium", timeZone }).format(new Date(at));
}

/** `21 Nov 2026` in the reader's time zone. */
export function dayOf(at: string, timeZone: string): string {
  return formatOf("en-GB", { dateStyle: "medium", timeZone }).format(new Date(at));
}

/** `14:03` in the reader's time zone. */
export function clockTime(at: string, timeZone: string): string {
  return formatOf("en-GB", { timeStyle: "short", timeZone }).format(new Date(at));
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The same format for the same options: making one takes longer than using it for a whole list. */
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
