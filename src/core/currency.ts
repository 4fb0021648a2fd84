import { code as currencyOf } from "currency-codes";

/** Currencies that joined ISO 4217 after the package's list. */
const LATER: ReadonlySet<string> = new Set(["XCG"]);

export function isCurrency(code: string): boolean {
  return LATER.has(code) || currencyOf(code) !== undefined;
}
