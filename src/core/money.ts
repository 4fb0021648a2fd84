import { code as currencyOf } from "currency-codes";

/** Currencies that joined ISO 4217 after the list that the package carries. */
const LATER: ReadonlyMap<string, number> = new Map([["XCG", 2]]);

/** How many digits of a currency stand behind the decimal point, or null when ISO 4217 has no such code. */
export function minorDigits(currency: string): number | null {
  return LATER.get(currency) ?? currencyOf(currency)?.digits ?? null;
}

export function isCurrency(code: string): boolean {
  return minorDigits(code) !== null;
}

/** Minor units as the number of major units that goes over the wire: 1999 EUR cents are 19.99. */
export function toMajor(minor: number, currency: string): number {
  return minor / 10 ** digitsOf(currency);
}

function digitsOf(currency: string): number {
  const digits = minorDigits(currency);
  if (digits === null) throw new RangeError(`${currency} is not a currency of ISO 4217`);
  return digits;
}
