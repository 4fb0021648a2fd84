import type { Output } from "../../../api.ts";
import { firstOnPage } from "../../../focus.ts";
import { SETTINGS_PATH } from "./settings.ts";

export const TAX_PATH = "GET /api/teams/:team/tax-rates";

export type Taxes = Output<typeof TAX_PATH>;

export type TaxRate = Taxes["items"][number];

/** Answers that a change of a rate changes. */
export const TAX_CHANGES = [TAX_PATH, SETTINGS_PATH, "GET /api/teams/:team/activity"] as const;

/** Element id of the button for a new rate, for returning the focus. */
export const ADD_TAX_RATE = "add-tax-rate";

export function taxRateMenuId(id: string): string {
  return `tax-rate-${id}`;
}

/** The menu of the rate, or the button for a new one when it is gone. */
export function backToTaxRate(id: string): HTMLElement | null {
  return firstOnPage(taxRateMenuId(id), ADD_TAX_RATE);
}

const PERCENT = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 2 });

/** `19 %`. */
export function shownPercent(bp: number): string {
  return `${PERCENT.format(bp / 100)} %`;
}
