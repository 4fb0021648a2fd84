import { minorDigits, toMajor } from "../src/shared/money.ts";

/** Formats minor units: 12,000 of the euro are `€120.00`. A yen has no minor unit, a dinar has 1,000. */
export function money(minor: number, currency: string): string {
  return majorMoney(toMajor(minor, currency), currency);
}

/** Major units with a minus sign where they are below zero: `−€12.50`. */
export function moneyText(major: number, currency: string): string {
  return `${major < 0 ? "−" : ""}${majorMoney(Math.abs(major), currency)}`;
}

function majorMoney(major: number, currency: string): string {
  const digits = minorDigits(currency);
  return new Intl.NumberFormat("en-GB", {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(major);
}
