import { whereAlpha2 } from "iso-3166-1";
import { z } from "zod";
import { isCurrency } from "./money.ts";
import { toInstant } from "./time.ts";

/** The building blocks of every input: each says in its message what it takes. */

/** Control characters of ASCII other than tab and line breaks; PostgreSQL cannot store NUL at all. */
const CONTROL = /[^\P{Cc}\t\n\r\u0080-\u009f]/u;
const EMAIL = /^[^\s@"(),:;<>[\]\\]{1,64}@[^\s@"(),:;<>[\]\\]+\.[^\s@"(),:;<>[\]\\.]{2,63}$/u;
const HOST_WITHOUT_SCHEME = /^[^\s/:@]+\.[^\s/:@]{2,}(?:[/?#:]|$)/u;

/** Text as it is, with lone surrogates replaced, so that both databases keep the same characters. */
export function text(longest: number) {
  return z
    .string()
    .max(longest)
    .refine((value) => !CONTROL.test(value), "must not hold control characters")
    .overwrite((value) => value.toWellFormed());
}

/** Text of one character or more, without white space around it. */
export function label(longest: number) {
  return text(longest).trim().min(1);
}

/** An id, in lower case. Any UUID of RFC 9562 is taken. */
export const uuid = z.uuid().toLowerCase();

/** A moment, given with `Z` or an offset, kept in UTC. */
export const instant = z.iso
  .datetime({ offset: true, abort: true })
  .overwrite(toInstant)
  .refine(
    (value) => value >= "1970" && value < "9999-12-31",
    "must be between the years 1970 and 9999",
  );

export const day = z.iso.date();

/** An e-mail address, also an internationalised one (RFC 6531), of 254 characters at most (RFC 5321 §4.5.3.1). */
export const email = text(254)
  .trim()
  .refine((value) => EMAIL.test(value), "must be an e-mail address, such as anna@acme.example")
  .meta({ format: "email" });

/** One or several e-mail addresses, separated by commas. */
export const emailList = text(1000)
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
export const webUrl = text(500)
  .trim()
  .overwrite((value) => (HOST_WITHOUT_SCHEME.test(value) ? `https://${value}` : value))
  .refine(isWebUrl, "must be a web address such as https://acme.example")
  .meta({ format: "uri" });

export const currency = z
  .string()
  .length(3)
  .toUpperCase()
  .refine(isCurrency, "must be a currency code of ISO 4217, such as EUR");

export const countryCode = z
  .string()
  .length(2)
  .toUpperCase()
  .refine(
    (code) => whereAlpha2(code) !== undefined,
    "must be a country code of ISO 3166-1, such as DE",
  );

export const limit = z.int().min(1).max(100);

function isWebUrl(value: string): boolean {
  const url = URL.parse(value);
  return (
    url !== null && (url.protocol === "https:" || url.protocol === "http:") && url.hostname !== ""
  );
}
