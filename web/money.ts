import { minorDigits, toMajor } from "../src/shared/money.ts";

/** Formats minor units: 12,000 of the euro are `€120.00`. A yen has no minor unit, a dinar has 1,000. */
export function money(minor: number, currency: string): string {
  const digits = minorDigits(currency);
  return new Intl.NumberFormat("en-GB", {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(toMajor(minor, currency));
}
