import { minorDigits } from "../../../src/shared/money.ts";
import type { Others, Ranked } from "../../chart/ranking.tsx";
import { majorText } from "../../numbers.ts";

/** Bars of a chart beside that of the others. */
const MOST_BARS = 10;

/** Bars, the largest first; the smallest are one bar, so that all bars come to the whole. */
export function withOthers(
  all: readonly Ranked[],
  currency: string,
): { readonly ranking: readonly Ranked[]; readonly others?: Others } {
  // One bar for one item would only hide its name.
  if (all.length <= MOST_BARS + 1) return { ranking: all };
  const items = all.slice(MOST_BARS);
  const digits = 10 ** minorDigits(currency);
  const value = items.reduce((sum, item) => sum + Math.round(item.value * digits), 0) / digits;
  const others = {
    name: `Others (${items.length})`,
    value,
    text: majorText(value, currency),
    items,
  };
  return { ranking: all.slice(0, MOST_BARS), others };
}
