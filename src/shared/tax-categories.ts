import type { TaxCategory } from "./invoice-totals.ts";

/** Kinds of tax (UNTDID 5305), as people read them. */
export const TAX_CATEGORY_NAMES = {
  S: "Standard or reduced rate",
  Z: "Zero rate",
  E: "Exempt",
  AE: "Reverse charge",
  K: "Goods to another EU country",
  G: "Export",
  O: "Not subject to tax",
} as const satisfies Readonly<Record<TaxCategory, string>>;

/** Kinds that charge no tax for a reason, which the invoice states. */
export function needsReason(category: TaxCategory): boolean {
  return category !== "S" && category !== "Z";
}
