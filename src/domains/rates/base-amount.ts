import { convert } from "../../shared/money-parts.ts";
import { MOST_MINOR } from "../../shared/money.ts";
import type { Cross } from "./rate.ts";

/** Minor units of the other currency; null for more than an amount can have. */
export function baseAmount(
  minor: number,
  currency: string,
  to: string,
  cross: Cross,
): number | null {
  const base = convert(
    BigInt(minor),
    { currency, rate: cross.from },
    { currency: to, rate: cross.to },
  );
  return base > MOST_MINOR || base < -MOST_MINOR ? null : Number(base);
}
