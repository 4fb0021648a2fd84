import { z } from "zod";
import { notices, noticesOf } from "../../core/notices.ts";
import type { Context } from "../../db/context.ts";
import { percentOf } from "../categories/category.ts";
import { countsIn } from "../transactions/figures.ts";
import { statedText } from "../transactions/stated-tax.ts";
import { type Book, openBook, roleIn, told } from "./book.ts";
import { shownSlug } from "./by-category.ts";
import { findTax, type TaxSum } from "./find-tax.ts";
import { LeftOut, LeftOutLists, leftOutOf } from "./left-out.ts";
import { listOf, ListQuery } from "./list-query.ts";
import type { Range } from "./range.ts";

const Lists = z.object({ collected: ListQuery, paid: ListQuery });

const Taxed = {
  /** Percent. */
  rate: z.number(),
  type: z.string().nullable(),
  lists: Lists,
  /** Tax in revenue. */
  collected: z.number(),
  /** Tax in what was bought. */
  paid: z.number(),
};

export const TaxReport = z.object({
  currency: z.string(),
  from: z.string(),
  to: z.string(),
  collected: z.number(),
  paid: z.number(),
  /** Collected less paid. */
  net: z.number(),
  lists: Lists.extend({ net: ListQuery }),
  rates: z.array(z.object(Taxed)),
  categories: z.array(
    z.object({
      category_slug: z.string(),
      name: z.string(),
      /** Where both revenue and what was bought state a tax in one category, each has its own item. */
      ...Taxed,
      /** Amounts with tax, above zero as a rule. */
      gross: z.number(),
      /** List of the amounts with tax. */
      list: ListQuery,
      count: z.int(),
    }),
  ),
  /** Transactions and parts that state no tax, not even one of 0 %: in none of the above. */
  without_tax: z.object({
    count: z.int(),
    revenue: z.number(),
    bought: z.number(),
    lists: z.object({ revenue: ListQuery, bought: ListQuery }),
  }),
  left_out: LeftOut,
  left_out_lists: LeftOutLists,
  notices,
});

export type TaxReport = z.output<typeof TaxReport>;

/** Tax that transactions state, on a cash basis: collected with revenue, paid with what was bought. */
export async function tax(context: Context, range: Range): Promise<TaxReport> {
  const book = await openBook(context, range);
  const sums = (await findTax(context, range)).flatMap((sum) => sidedIn(book, sum) ?? []);
  const stated = sums.filter(({ rate }) => rate !== null);
  const without = sums.filter(({ rate }) => rate === null);
  const { left_out, left_out_lists, notices } = leftOutOf(book, "tax");
  return {
    currency: book.currency,
    ...book.range,
    ...taxOf(book, stated),
    net: told(book, total(stated, "collected", "tax") - total(stated, "paid", "tax")),
    lists: { ...taxLists(range), net: listOf("tax", range) },
    rates: groupsOf(stated, ({ rate, type }) => [rate, type]).map((some) => ratesOf(book, some)),
    categories: groupsOf(stated, ({ rate, type, slug, side }) => [rate, type, slug, side]).map(
      (some) => categoryOf(book, some),
    ),
    without_tax: {
      count: countOf(without),
      revenue: told(book, total(without, "collected", "gross")),
      bought: told(book, total(without, "paid", "gross")),
      lists: {
        revenue: listOf("revenue", range, { tax: "none" }),
        bought: listOf("burn", range, { tax: "none" }),
      },
    },
    left_out,
    left_out_lists,
    ...noticesOf(notices),
  };
}

/** A sum with its side, on which it is above zero as a rule. */
type Sided = TaxSum & { readonly side: "collected" | "paid" };

/** Null for what counts on neither side. */
function sidedIn({ categories }: Book, sum: TaxSum): Sided | null {
  const role = roleIn(categories, sum.slug);
  if (countsIn("revenue", role, sum.isIn)) return { ...sum, side: "collected" };
  if (!countsIn("burn", role, sum.isIn)) return null;
  return { ...sum, side: "paid", gross: -sum.gross, tax: -sum.tax };
}

type Group = readonly [Sided, ...Sided[]];

/** Groups in the order of what they have in common, the highest rate first. */
function groupsOf(
  sums: readonly Sided[],
  keyOf: (sum: Sided) => readonly unknown[],
): readonly Group[] {
  const groups = Map.groupBy(sums, (sum) => JSON.stringify(keyOf(sum)));
  return [...groups]
    .toSorted(
      ([key, [one]], [otherKey, [other]]) =>
        (other?.rate ?? 0) - (one?.rate ?? 0) || (key < otherKey ? -1 : 1),
    )
    .flatMap(([, [first, ...others]]) =>
      first === undefined ? [] : [[first, ...others] as const],
    );
}

/** Of one side, so that the amounts with tax are those of one figure. */
function categoryOf(book: Book, some: Group) {
  const [{ slug, side }] = some;
  const shown = shownSlug(book, slug);
  const more = { category: shown.category_slug, tax: taxText(some) };
  return {
    ...shown,
    ...ratesOf(book, some, more),
    gross: told(book, total(some, side, "gross")),
    list: listOf(side === "collected" ? "revenue" : "burn", book.range, more),
    count: countOf(some),
  };
}

function ratesOf(book: Book, some: Group, more: object = { tax: taxText(some) }) {
  const [{ rate, type }] = some;
  const lists = taxLists(book.range, more);
  return { rate: percentOf(rate) ?? 0, type, ...taxOf(book, some), lists };
}

function taxText([{ rate, type }]: Group): string {
  return statedText({ rate: percentOf(rate) ?? 0, type });
}

function taxLists(range: Range, more: object = {}): z.output<typeof Lists> {
  return {
    collected: listOf("tax_collected", range, more),
    paid: listOf("tax_paid", range, more),
  };
}

function taxOf(book: Book, sums: readonly Sided[]) {
  return {
    collected: told(book, total(sums, "collected", "tax")),
    paid: told(book, total(sums, "paid", "tax")),
  };
}

function total(sums: readonly Sided[], side: Sided["side"], of: "gross" | "tax"): bigint {
  return sums.reduce((all, sum) => (sum.side === side ? all + sum[of] : all), 0n);
}

function countOf(sums: readonly Sided[]): number {
  return sums.reduce((all, { count }) => all + count, 0);
}
