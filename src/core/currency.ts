import { code as currencyOf } from "currency-codes";

/** Currencies that joined ISO 4217 after the package's list, and those that left it for the euro. */
const OTHERS: ReadonlySet<string> = new Set("XCG BGN CYP EEK HRK LTL LVL MTL SIT SKK".split(" "));

export function isCurrency(code: string): boolean {
  return OTHERS.has(code) || currencyOf(code) !== undefined;
}
