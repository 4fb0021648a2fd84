import { divideRound } from "../../shared/fraction.ts";
import type { KnownCategory } from "../categories/all-categories.ts";
import type { Row } from "./transaction.ts";

export type Tax = Pick<Row, "tax_rate_bp" | "tax_type" | "tax_minor">;

export const NO_TAX: Tax = { tax_rate_bp: null, tax_type: null, tax_minor: null };

/** Tax that an amount includes, halves away from zero. */
export function taxed(
  amountMinor: number,
  { tax_rate_bp, tax_type }: Pick<Tax, "tax_rate_bp" | "tax_type">,
): Tax {
  if (tax_rate_bp === null) return { tax_rate_bp, tax_type, tax_minor: null };
  const rate = BigInt(tax_rate_bp);
  const tax_minor = Number(divideRound(BigInt(amountMinor) * rate, 10_000n + rate));
  return { tax_rate_bp, tax_type, tax_minor };
}

/** The tax of a row, or that of its category where the row says none. */
export function filledTax(
  amountMinor: number,
  own: Pick<Tax, "tax_rate_bp" | "tax_type">,
  category: Pick<KnownCategory, "tax_rate" | "tax_type"> | null,
): Tax {
  if (own.tax_rate_bp !== null || own.tax_type !== null || category === null)
    return taxed(amountMinor, own);
  const tax_rate_bp = category.tax_rate === null ? null : Math.round(category.tax_rate * 100);
  return taxed(amountMinor, { tax_rate_bp, tax_type: category.tax_type });
}
