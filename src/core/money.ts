import { code as currencyOf } from "currency-codes";
import { minorOf } from "../shared/money.ts";
import { Refusal } from "./errors.ts";

/**
 * Minor units of an amount that a caller gives in major units.
 * @throws Refusal that names the argument, for decimals that the currency does not have
 */
export function amountOf(given: string | number, currency: string, path: string): number {
  const read = minorOf(given, currency);
  if (read.state === "read") return read.value;
  const why = read.state === "empty" ? "It is empty." : read.why;
  throw new Refusal({
    code: "invalid_argument",
    path,
    message: `${path} cannot be ${JSON.stringify(given)}: ${why.charAt(0).toLowerCase()}${why.slice(1, -1)}`,
    next: "correct it and try again; nothing was done",
  });
}

/** Figures are exact below it; money stays below it in the answers too. */
const TOO_LARGE = 10n ** 15n;

/**
 * Reads a sum of minor units that was selected as text; null is the sum of no rows.
 * @throws Refusal `too_large` for a figure that could not be told exactly
 */
export function sumOf(text: string | null): bigint {
  return tellable(BigInt(text ?? 0));
}

/** @throws Refusal `too_large` */
export function tellable(minor: bigint): bigint {
  if (minor >= TOO_LARGE || minor <= -TOO_LARGE) throw tooLarge();
  return minor;
}

export function tooLarge(cause?: unknown): Refusal {
  return new Refusal({
    code: "too_large",
    message: "A figure is too large to be told exactly",
    next: "narrow the range, or ask for fewer accounts",
    cause,
  });
}

/** Currencies that the package lacks: newer codes of ISO 4217, and codes that the euro replaced. */
const OTHERS: ReadonlySet<string> = new Set("XCG BGN CYP EEK HRK LTL LVL MTL SIT SKK".split(" "));

export function isCurrency(code: string): boolean {
  return OTHERS.has(code) || currencyOf(code) !== undefined;
}
