import { whereAlpha2 } from "iso-3166-1";
import { z } from "zod";
import { ROUNDING_CODES } from "../shared/time-rounding.ts";
import { isTimeZone, toInstant } from "../shared/time.ts";
import { isCurrency } from "./money.ts";
import { MOST_ROWS } from "./page.ts";

/** ASCII control characters other than tab and line breaks; PostgreSQL cannot store NUL at all. */
const CONTROL = /[^\P{Cc}\t\n\r\u0080-\u009f]/u;
const BREAKS = /[\t\n\r\u0085\u2028\u2029]+/g;
/** Control characters beyond ASCII; a terminal may obey them. */
const MORE_CONTROL = /[\u0080-\u009f]/;
/** A visible character: no white space, no format or control character, no blank letter. */
const VISIBLE = /[^\p{Z}\p{C}\u115f\u1160\u2800\u3164\uffa0]/u;
/**
 * Part between the dots of an address: before the `@` (RFC 5321 §4.1.2, without quotes), or of its
 * host.
 */
const ATOM = /^[^\p{Z}\p{C}@"(),:;<>[\]\\.]+$/u;
const HOST_LABEL = /^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;

/**
 * Text with lone surrogates replaced, so that both databases store the same characters. Text over
 * the limit skips all further rules, so none has to be quick with a megabyte.
 */
export function text(longest: number) {
  return storable(z.string().max(longest, { abort: true }));
}

function trimmed(longest: number) {
  return storable(z.string().trim().max(longest, { abort: true }));
}

function storable(string: z.ZodString) {
  return string
    .refine((value) => !CONTROL.test(value), "must not contain control characters")
    .overwrite((value) => value.toWellFormed());
}

/**
 * Name on one line: a line break becomes a space, so that a name never looks like several lines.
 * Marks of direction stay, since names in Hebrew and Arabic need them.
 */
export function label(longest: number) {
  return line(longest).refine((value) => VISIBLE.test(value), "must not be empty");
}

/** Text on one line, as `label`, that may be empty. */
export function line(longest: number) {
  return trimmed(longest)
    .overwrite((value) => value.replaceAll(BREAKS, " ").trim())
    .refine((value) => !MORE_CONTROL.test(value), "must not contain control characters");
}

/** Any UUID of RFC 9562, in lower case. */
export const uuid = z.uuid().toLowerCase();

export const byId = z.strictObject({ id: uuid });

export type ById = z.output<typeof byId>;

export const instant = z.iso
  .datetime({ offset: true, abort: true })
  .overwrite(toInstant)
  .refine(
    (value) => value >= "1970" && value < "9999-12-31",
    "must be between the years 1970 and 9999",
  );

export const day = z.iso.date({ abort: true });

/** First or last day of a list; the day after must be valid too. */
export const filterDay = day.refine(
  (value) => value >= "1970" && value < "9999",
  "must be between the years 1970 and 9998",
);

export const timeZone = z
  .string()
  .refine(isTimeZone, "must be an IANA time zone, such as Europe/Berlin");

/**
 * E-mail address, also internationalised (RFC 6531), of at most 254 characters (RFC 5321 §4.5.3.1).
 */
export const email = trimmed(254)
  .refine(isEmail, "must be an e-mail address, such as anna@acme.example")
  .meta({ format: "email" });

export const emailList = trimmed(1000)
  .refine(
    (value) => value.split(",").every((address) => email.safeParse(address.trim()).success),
    "must be one or several e-mail addresses, separated by commas",
  )
  .overwrite((value) =>
    value
      .split(",")
      .map((address) => address.trim())
      .join(", "),
  );

export const webUrl = trimmed(500)
  .overwrite((value) => (startsWithHost(value) ? `https://${value}` : value))
  .refine(isWebUrl, "must be a web address such as https://acme.example")
  .meta({ format: "uri" });

export const currency = z
  .string()
  .toUpperCase()
  .refine(isCurrency, "must be a currency code of ISO 4217, such as EUR");

export const countryCode = z
  .string()
  .toUpperCase()
  .refine(
    (code) => whereAlpha2(code) !== undefined,
    "must be a country code of ISO 3166-1, such as DE",
  );

export const rounding = z
  .string()
  .refine((code) => ROUNDING_CODES.includes(code), "must be none, or as up-15-entry");

export const limit = z.int().min(1).max(MOST_ROWS);

/** Start of a page. Any text is accepted here: `readCursor` refuses unknown cursors. */
export const cursor = z.string();

function isEmail(value: string): boolean {
  const at = value.lastIndexOf("@");
  const name = value.slice(0, at);
  return (
    name.length <= 64 &&
    name.split(".").every((atom) => ATOM.test(atom)) &&
    isHost(value.slice(at + 1))
  );
}

function isHost(value: string): boolean {
  const labels = value.split(".");
  const last = labels.at(-1) ?? "";
  return (
    labels.length > 1 &&
    labels.every((label) => HOST_LABEL.test(label)) &&
    /\p{L}.*\p{L}/u.test(last)
  );
}

function startsWithHost(value: string): boolean {
  return isHost(value.split(/[/?#:]/, 1)[0] ?? "");
}

/**
 * Accepts only an address that a browser would open unchanged: a parser drops line breaks, and
 * takes `https:acme`.
 */
function isWebUrl(value: string): boolean {
  const url = /^https?:\/\/[^\p{Z}\p{C}\\]+$/iu.test(value) ? URL.parse(value) : null;
  return (
    url !== null && url.username === "" && url.password === "" && /[\p{L}\p{N}]/u.test(url.hostname)
  );
}

/** Id of the event of a change, with which it is undone; null when nothing was changed. */
export const event = z.string().nullable();

export type Undoable = { readonly event: string | null };

/** Facts about a result besides the data: whole sentences, with the next step. */
export const notices = z.array(z.string()).optional();

export type Noticed = z.output<z.ZodObject<{ notices: typeof notices }>>;

export function noticesOf(said: readonly string[]): Noticed {
  return said.length === 0 ? {} : { notices: [...said] };
}

/** Says of a range whose days stand the wrong way round that it is empty. */
export function emptyRange(
  from: string | null | undefined,
  to: string | null | undefined,
  [first, last] = ["from", "to"],
): readonly string[] {
  if (typeof from !== "string" || typeof to !== "string" || from <= to) return [];
  return [`${first} (${from}) is after ${last} (${to}), so no day lies between them.`];
}

type Given<T> = { readonly [Name in keyof T]?: Exclude<T[Name], undefined> };

/** Drops values that are undefined. */
export function givenOf<T extends object>(values: T): Given<T> {
  const present = Object.entries(values).filter(([, value]) => value !== undefined);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the same columns, but for those left out
  return Object.fromEntries(present) as Given<T>;
}
