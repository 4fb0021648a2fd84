import { whereAlpha2 } from "iso-3166-1";
import { z } from "zod";
import { isCurrency } from "./money.ts";
import { MOST_ROWS } from "./page.ts";
import { isTimeZone, toInstant } from "./time.ts";

/** The building blocks of every input: each says in its message what it takes. */

/** Control characters of ASCII other than tab and line breaks; PostgreSQL cannot store NUL at all. */
const CONTROL = /[^\P{Cc}\t\n\r\u0080-\u009f]/u;
/** What a person can see: no white space, no format or control character, no blank letter. */
const VISIBLE = /[^\p{Z}\p{C}\u115f\u1160\u2800\u3164\uffa0]/u;
/** Between the dots of an address: before the `@` (RFC 5321 §4.1.2, without quotes), and of its host. */
const ATOM = /^[^\p{Z}\p{C}@"(),:;<>[\]\\.]+$/u;
const HOST_LABEL = /^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;

/**
 * Text as it is, with lone surrogates replaced, so that both databases keep the same characters. What
 * is too long is looked at no further: no other rule has to be quick with a megabyte.
 */
export function text(longest: number) {
  return storable(z.string().max(longest, { abort: true }));
}

/** Text without white space around it. */
function trimmed(longest: number) {
  return storable(z.string().trim().max(longest, { abort: true }));
}

function storable(string: z.ZodString) {
  return string
    .refine((value) => !CONTROL.test(value), "must not hold control characters")
    .overwrite((value) => value.toWellFormed());
}

/** Text of one visible character or more, without white space around it. */
export function label(longest: number) {
  return trimmed(longest).refine((value) => VISIBLE.test(value), "must not be empty");
}

/** An id, in lower case. Any UUID of RFC 9562 is taken. */
export const uuid = z.uuid().toLowerCase();

/** The input of a verb that is about one thing and needs nothing more. */
export const byId = z.strictObject({ id: uuid });

export type ById = z.output<typeof byId>;

/** A moment, given with `Z` or an offset, kept in UTC. */
export const instant = z.iso
  .datetime({ offset: true, abort: true })
  .overwrite(toInstant)
  .refine(
    (value) => value >= "1970" && value < "9999-12-31",
    "must be between the years 1970 and 9999",
  );

export const day = z.iso.date({ abort: true });

export const timeZone = z
  .string()
  .refine(isTimeZone, "must be an IANA time zone, such as Europe/Berlin");

/** An e-mail address, also an internationalised one (RFC 6531), of 254 characters at most (RFC 5321 §4.5.3.1). */
export const email = trimmed(254)
  .refine(isEmail, "must be an e-mail address, such as anna@acme.example")
  .meta({ format: "email" });

/** One or several e-mail addresses, separated by commas. */
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

/** A web address; one without a scheme is taken as https. */
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

export const limit = z.int().min(1).max(MOST_ROWS);

/** Where a page begins. Any text: `readCursor` refuses what no list has given out. */
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

/** A name with a dot in it; its last part is no number. */
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

/** Only what a browser would open as it stands: a parser drops line breaks, and takes `https:acme`. */
function isWebUrl(value: string): boolean {
  const url = /^https?:\/\/[^\p{Z}\p{C}\\]+$/iu.test(value) ? URL.parse(value) : null;
  return (
    url !== null && url.username === "" && url.password === "" && /[\p{L}\p{N}]/u.test(url.hostname)
  );
}
