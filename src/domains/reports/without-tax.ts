import { z } from "zod";
import { countsIn, type Figure, figureOf } from "../transactions/figures.ts";
import { NONE_STATED } from "../transactions/tax.ts";
import { type Book, roleIn, told } from "./book.ts";
import { byAmount, shownSlug } from "./by-category.ts";
import type { TaxSum } from "./find-tax.ts";
import { reportListFilters, ListQuery } from "./list-query.ts";

const sum = { amount: z.number(), count: z.int(), list: ListQuery };

const Untaxed = z.object({
  ...sum,
  /** The largest first; they sum up to the amount and the count. */
  categories: z.array(
    z.object({
      category_slug: z.string(),
      name: z.string(),
      /** Percent that the category gives to its transactions; null for none. */
      tax_rate: z.number().nullable(),
      tax_type: z.string().nullable(),
      ...sum,
    }),
  ),
});

/** Transactions and parts that state no tax, not even one of 0 %, by the figure that they count in. */
export const WithoutTax = z.object({
  count: z.int(),
  revenue: Untaxed,
  expense: Untaxed,
  /** Draws, repaid loans, assets: burn that is no expense. */
  capital_out: Untaxed,
});

export type WithoutTax = z.output<typeof WithoutTax>;

/** @param sums of what counts in revenue or burn and states no tax */
export function withoutTax(book: Book, sums: readonly TaxSum[]): WithoutTax {
  const figures = {
    revenue: untaxedIn(book, "revenue", sums),
    expense: untaxedIn(book, "expense", sums),
    capital_out: untaxedIn(book, "capital_out", sums),
  };
  const count = Object.values(figures).reduce((all, { count }) => all + count, 0);
  return { count, ...figures };
}

function untaxedIn(book: Book, figure: Figure, all: readonly TaxSum[]): WithoutTax["revenue"] {
  const counted = all.filter(({ slug, isIn }) =>
    countsIn(figure, roleIn(book.categories, slug), isIn),
  );
  const sumOf = (some: readonly TaxSum[]) => ({
    minor: figureOf(figure, { in: some.reduce((sum, { gross }) => sum + gross, 0n), out: 0n }),
    count: some.reduce((sum, { count }) => sum + count, 0),
  });
  const whole = sumOf(counted);
  return {
    amount: told(book, whole.minor),
    count: whole.count,
    list: reportListFilters(figure, book.range, { tax: NONE_STATED }),
    categories: [...Map.groupBy(counted, ({ slug }) => slug)]
      .map(([slug, some]) => ({ slug, ...sumOf(some) }))
      .toSorted(byAmount)
      .map(({ slug, minor, count }) => {
        const shown = shownSlug(book, slug);
        const { tax_rate = null, tax_type = null } = book.categories.get(slug) ?? {};
        const list = reportListFilters(figure, book.range, {
          category: shown.category_slug,
          tax: NONE_STATED,
        });
        return { ...shown, tax_rate, tax_type, amount: told(book, minor), count, list };
      }),
  };
}
