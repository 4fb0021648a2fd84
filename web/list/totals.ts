import { counted } from "../numbers.ts";
import type { Column, ListWords, Totals } from "./list.ts";

/** `All 312 customers that match`. */
export function totalsTitle(
  { count }: Totals,
  { one, many }: Pick<ListWords, "one" | "many">,
  isNarrowed: boolean,
): string {
  if (count === 1) return `The ${one}${isNarrowed ? " that matches" : ""}`;
  return `All ${counted(count, one, many)}${isNarrowed ? " that match" : ""}`;
}

export function totalLines<Row>(
  { count, sums = {} }: Totals,
  columns: readonly Pick<Column<Row>, "title">[],
): readonly { readonly title: string; readonly lines: readonly string[] }[] | null {
  if (count === 0 || Object.keys(sums).length === 0) return null;
  return columns.map(({ title }) => ({ title, lines: sums[title] ?? [] }));
}
