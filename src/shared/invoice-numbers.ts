import { plain, readAs, type Reading, refusedFor } from "./reading.ts";
import type { Day } from "./time.ts";

/** When a series counts from 1 again. */
export type NumberReset = "never" | "year" | "month";

export const MOST_NUMBER_CHARACTERS = 30;

/**
 * Reads the pattern of an invoice's number: `INV-{YYYY}-{####}`. `{YYYY}`, `{YY}` and `{MM}` are of the day
 * of issue. The count stands once, with a `#` for each digit that it has at least. Refuses a pattern whose
 * numbers would repeat after a reset.
 */
export function readNumberPattern(text: string, reset: NumberReset): Reading<string> {
  const pattern = plain(text);
  if (pattern === "") return { state: "empty" };
  const parts = partsOf(pattern);
  const unknown = parts.find((part) => !isKnown(part));
  if (unknown !== undefined) return refusedFor(whyUnknown(unknown));
  const counts = parts.filter(isCount);
  if (counts.length !== 1) return refusedFor("Write the count once, as {####}: each # is a digit.");
  const hasYear = parts.some((part) => part === "{YYYY}" || part === "{YY}");
  if (reset === "year" && !hasYear)
    return refusedFor("A count that starts again each year needs {YYYY} or {YY}.");
  if (reset === "month" && !(hasYear && parts.includes("{MM}")))
    return refusedFor("A count that starts again each month needs {MM}, and {YYYY} or {YY}.");
  const { length } = invoiceNumber(pattern, "2026-11-24", 1);
  if (length > MOST_NUMBER_CHARACTERS)
    return refusedFor(
      `A number has at most ${MOST_NUMBER_CHARACTERS} characters. These would be ${length}.`,
    );
  return readAs(pattern);
}

/**
 * Writes a number by a pattern that was read before. After 9999 comes 10000.
 * @param day of issue
 */
export function invoiceNumber(pattern: string, day: Day, sequence: number): string {
  return partsOf(pattern)
    .map((part) => {
      if (isCount(part)) return String(sequence).padStart(part.length - 2, "0");
      return OF_THE_DAY[part]?.(day) ?? part;
    })
    .join("");
}

/** Names the time within which a series counts on: `2026`, `2026-11`, or nothing. */
export function periodOf(reset: NumberReset, day: Day): string {
  if (reset === "never") return "";
  return reset === "year" ? day.slice(0, 4) : day.slice(0, 7);
}

const OF_THE_DAY: Readonly<Record<string, (day: Day) => string>> = {
  "{YYYY}": (day) => day.slice(0, 4),
  "{YY}": (day) => day.slice(2, 4),
  "{MM}": (day) => day.slice(5, 7),
};

/** Splits into parts in braces and single characters. */
function partsOf(pattern: string): readonly string[] {
  return pattern.match(/\{[^{}]*\}|[^]/gu) ?? [];
}

function isCount(part: string): boolean {
  return /^\{#+\}$/.test(part);
}

function isKnown(part: string): boolean {
  return isCount(part) || Object.hasOwn(OF_THE_DAY, part) || /^[A-Z0-9/._-]$/.test(part);
}

function whyUnknown(part: string): string {
  if (part.length > 2 && part.startsWith("{"))
    return `${part} means nothing here. Write {YYYY}, {YY}, {MM} or {####}.`;
  if (/^[a-z]$/.test(part)) return `Write capital letters: ${part.toUpperCase()}, not ${part}.`;
  const shown = part === " " ? "a space" : part;
  return `A number has letters A to Z, digits and / . _ - in it, not ${shown}.`;
}
