import type { Day } from "../../shared/time.ts";

/** Units of a currency for 1 EUR, as decimal text. */
export type Rate = string;

/** The currency that all rates are for one unit of. */
export const EURO = "EUR";

/** The euro began then: no rate is older. */
export const FIRST_DAY: Day = "1999-01-01";

/** Days that a rate may be old: banks close for four at Easter. */
export const MOST_DAYS_BACK = 7;

/** True for a decimal number above zero, within bounds that no real rate comes near. */
export function isRate(text: string): boolean {
  return /^\d{1,9}(?:\.\d{1,12})?$/.test(text) && /[1-9]/.test(text);
}

/** Rates of two currencies on one day. */
export type Cross = { readonly day: Day; readonly from: Rate; readonly to: Rate };
