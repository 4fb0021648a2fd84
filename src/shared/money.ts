import { plain, readAs, type Reading, refusedFor } from "./reading.ts";

/** Codes of ISO 4217 for metals, units of account, tests and no currency: nobody pays in them. */
const NO_MONEY = "XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX";

const NOT_PAID = new Set(NO_MONEY.split(" "));

/** True for a code that is offered where people choose a currency. */
export function isPaidIn(currency: string): boolean {
  return !NOT_PAID.has(currency);
}

/** Currencies without two decimals in ISO 4217; browsers differ from it, for example for HUF. */
const OTHER_DIGITS: ReadonlyMap<string, number> = new Map(
  [
    [0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"],
    [0, NO_MONEY],
    [3, "BHD IQD JOD KWD LYD OMR TND"],
    [4, "CLF UYW"],
  ].flatMap(([digits, codes]) =>
    String(codes)
      .split(" ")
      .map((code) => [code, Number(digits)]),
  ),
);

/** Minor units of one amount, above and below zero. */
export const MOST_MINOR = 99_999_999_999_999;

/** Decimal places of a currency; 2 for an unknown one, and for those of the euro's members that ended. */
export function minorDigits(currency: string): number {
  return OTHER_DIGITS.get(currency) ?? 2;
}

/** 1999 EUR cents are 19.99. */
export function toMajor(minor: bigint | number, currency: string): number {
  return Number(minor) / 10 ** minorDigits(currency);
}

/** Minor units of another currency for the same figure, as prices keep theirs: 5.00 EUR becomes 5 JPY. */
export function sameFigure(minor: number | null, from: string, to: string): number | null {
  return minor === null ? null : Math.round(minor * 10 ** (minorDigits(to) - minorDigits(from)));
}

/** Formats major units for people: `€12.50`. */
export function majorMoney(major: number, currency: string): string {
  const digits = minorDigits(currency);
  return new Intl.NumberFormat("en-GB", {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(major);
}

/** In major units, exactly: `-1234.50`. */
export function decimalText(minor: bigint | number, currency: string): string {
  return pointIn(BigInt(minor), minorDigits(currency));
}

/** Writes an integer with a point before its last digits. */
export function pointIn(integer: bigint, digits: number): string {
  const size = String(integer < 0n ? -integer : integer).padStart(digits + 1, "0");
  const at = size.length - digits;
  const sign = integer < 0n ? "-" : "";
  return `${sign}${size.slice(0, at)}${digits === 0 ? "" : `.${size.slice(at)}`}`;
}

const DECIMAL = /^([+-]?)(?=\.?\d)(\d*)\.?(\d*)(?:e([+-]?\d{1,3}))?$/i;

/**
 * Reads an amount in major units, written with a point and without marks of thousands. A number is read by
 * its shortest decimal text. Decimals beyond those of the currency must be zeros.
 */
export function minorOf(given: string | number, currency: string): Reading<number> {
  const typed = plain(String(given));
  if (typed === "") return { state: "empty" };
  const [all, sign, whole = "", decimals = "", exponent = "0"] = DECIMAL.exec(typed) ?? [];
  if (all === undefined) return refusedFor("Write an amount such as 1250.00.");
  const digits = minorDigits(currency);
  const shift = digits + Number(exponent) - decimals.length;
  const [kept, cut] = shifted(whole + decimals, shift);
  if (/[1-9]/.test(cut))
    return refusedFor(
      digits === 0 ? `${currency} has no decimals.` : `${currency} has ${digits} decimals.`,
    );
  const minor = BigInt(kept === "" ? 0 : kept);
  if (minor > MOST_MINOR) return refusedFor("That is too large.");
  // Zero has no sign.
  return readAs(sign === "-" && minor > 0n ? -Number(minor) : Number(minor));
}

/** Moves the point behind the digits. Returns the digits before it and behind it. */
function shifted(digits: string, places: number): readonly [string, string] {
  if (places >= 0) return [/[1-9]/.test(digits) ? digits + "0".repeat(places) : "", ""];
  const padded = digits.padStart(-places, "0");
  return [padded.slice(0, places), padded.slice(places)];
}
