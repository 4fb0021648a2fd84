import { z } from "zod";
import { UNCATEGORIZED } from "../../shared/limits.ts";
import { countsIn, type Figure } from "../transactions/figures.ts";
import { type Book, type Ruled, sumUp, told } from "./book.ts";
import { reportListFilters, ListQuery } from "./list-query.ts";

export const CategoryAmount = z.object({
  /** `uncategorized` for none. */
  category_slug: z.string(),
  name: z.string(),
  amount: z.number(),
  list: ListQuery,
});

/** A figure by category as pages tell it, the largest first: the amounts sum up to the figure. */
export function amountsOf(book: Book, figure: Figure): z.output<typeof CategoryAmount>[] {
  return byCategory(book, figure)
    .filter(({ minor }) => minor !== 0n)
    .toSorted(byAmount)
    .map(({ slug, minor }) => {
      const shown = shownSlug(book, slug);
      const list = reportListFilters(figure, book.range, { category: shown.category_slug });
      return { ...shown, amount: told(book, minor), list };
    });
}

export type CategorySum = {
  /** Empty for none. */
  readonly slug: string;
  readonly minor: bigint;
  /** Transactions and parts that it sums up. */
  readonly count: number;
};

/** A figure by category, in no order. */
export function byCategory({ lines }: Book, figure: Figure): readonly CategorySum[] {
  const counted = lines.filter(({ standing }) => standing === "counted");
  return [...Map.groupBy(counted, ({ slug }) => slug)].map(([slug, some]) => ({
    slug,
    minor: sumUp(figure, some),
    count: some.reduce((all, line) => all + countOf(line, figure), 0),
  }));
}

function countOf({ role, inCount, outCount }: Ruled, figure: Figure): number {
  return (
    (countsIn(figure, role, true) ? inCount : 0) + (countsIn(figure, role, false) ? outCount : 0)
  );
}

/** The largest first. */
export function byAmount(one: CategorySum, other: CategorySum): number {
  if (one.minor !== other.minor) return one.minor > other.minor ? -1 : 1;
  return one.slug < other.slug ? -1 : 1;
}

/** A category in an answer, and as a filter of transactions. */
export function shownSlug({ categories }: Book, slug: string) {
  return slug === ""
    ? { category_slug: UNCATEGORIZED, name: "Uncategorized" }
    : { category_slug: slug, name: categories.get(slug)?.name ?? slug };
}
