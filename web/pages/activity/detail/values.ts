import { exactly } from "../../../moments.ts";
import { isCurrencyCode, money } from "../../../money.ts";
import type { Names } from "../event.ts";
import { isDay } from "../filters/filters.ts";
import { shortDay } from "../list/days.ts";
import { counted } from "../words.ts";
import type { Kind } from "./kinds.ts";

/** What is needed to read a value. */
export type Reading = {
  readonly timeZone: string;
  readonly names: Names;
  /** Of the record that the value belongs to, when it is known. */
  readonly currency: string | null;
};

/** A value as a person reads it; null when there is none. */
export function readable(value: unknown, kind: Kind, reading: Reading): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (Array.isArray(value) && value.length === 0) return null;
  return READINGS[kind](value, reading) ?? raw(value);
}

type Read = (value: unknown, reading: Reading) => string | null;

/** Each answers null for a value that is not of its kind: then it is shown as it is. */
const READINGS: Readonly<Record<Kind, Read>> = {
  text: () => null,
  currency: ofText((code) => (isCurrencyCode(code) ? `${currencyName(code)} (${code})` : null)),
  day: ofText((day) => (isDay(day) ? shortDay(day) : null)),
  days: ofNumber((days) => counted(days, "day")),
  flag: (value) => (typeof value === "boolean" ? (value ? "Yes" : "No") : null),
  hint: ofText((end) => `…${end}`),
  hours: ofNumber((hours) => counted(hours, "hour")),
  scopes: (value) => (Array.isArray(value) ? value.map(scopeWords).join(", ") : null),
  money: ofNumber((minor, { currency }) =>
    currency === null
      ? `${minor.toLocaleString("en-GB")} of its currency’s smallest unit`
      : money(minor, currency),
  ),
  moment: ofText((at, { timeZone }) => (Date.parse(at) ? exactly(at, timeZone) : null)),
  named: ofText((id, { names }) => names[id] ?? id),
  seconds: ofNumber(duration),
  word: ofText((word) => WORDS[word] ?? capital(word.replaceAll("_", " "))),
};

const WORDS: Names = {
  code_replayed: "its sign-in code was used twice",
  refresh_token_reused: "one of its tokens was used twice",
};

function ofText(read: (text: string, reading: Reading) => string | null): Read {
  return (value, reading) => (typeof value === "string" ? read(value, reading) : null);
}

function ofNumber(read: (number: number, reading: Reading) => string): Read {
  return (value, reading) => (typeof value === "number" ? read(value, reading) : null);
}

function raw(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The presets by their names; single scopes are called as they are where they are chosen. */
function scopeWords(scope: unknown): string {
  if (scope === "apis.all") return "All";
  return scope === "apis.read" ? "Read Only" : raw(scope);
}

function currencyName(code: string): string {
  return new Intl.DisplayNames("en-GB", { type: "currency" }).of(code) ?? code;
}

/** `1 h 30 min`, to the second. */
function duration(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), "h"],
    [Math.floor((seconds % 3600) / 60), "min"],
    [seconds % 60, "s"],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return said.length === 0 ? "0 s" : said.join(" ");
}

function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
