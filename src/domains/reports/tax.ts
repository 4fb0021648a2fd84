import { z } from "zod";
import { notices, noticesOf } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { percentOf } from "../categories/category.ts";
import { countsIn, type Figure } from "../transactions/figures.ts";
import { statedText } from "../transactions/tax.ts";
import { type Book, openBook, roleIn, sumUp, told } from "./book.ts";
import { shownSlug, byAmount, byCategory } from "./by-category.ts";
import { findTax, type TaxSum } from "./find-tax.ts";
import { LeftOut, LeftOutLists, leftOutOf } from "./left-out.ts";
import { reportListFilters, ListQuery } from "./list-query.ts";
import type { Range } from "./range.ts";
import { WithoutTax, withoutTax } from "./without-tax.ts";

/** Sales, whose tax is collected, and purchases, whose tax is paid to suppliers. */
type Side = "collected" | "paid";

/** A sum with its side, on which it is above zero as a rule. */
type Sided = TaxSum & { readonly side: Side };

/** Sums of one side. Net and tax come to the gross amount. */
const Taxed = z.object({
  net: z.number(),
  tax: z.number(),
  gross: z.number(),
  count: z.int(),
  lists: z.object({ net: ListQuery, tax: ListQuery, gross: ListQuery }),
});

type Taxed = z.output<typeof Taxed>;

const LISTS: Readonly<Record<Side, Readonly<Record<keyof Taxed["lists"], Figure>>>> = {
  collected: { net: "taxed_sales_net", tax: "tax_collected", gross: "taxed_sales" },
  paid: { net: "taxed_purchases_net", tax: "tax_paid", gross: "taxed_purchases" },
};

/** Sums of one side, each with the list of its transactions. */
function taxedOn(
  book: Book,
  side: Side,
  sums: readonly Sided[],
  of: { readonly category?: string; readonly tax?: string } = {},
): Taxed {
  const some = sums.filter((sum) => sum.side === side);
  const gross = totalOf(some, "gross");
  const tax = totalOf(some, "tax");
  const listed = (share: keyof Taxed["lists"]) =>
    reportListFilters(LISTS[side][share], book.range, of);
  return {
    net: told(book, gross - tax),
    tax: told(book, tax),
    gross: told(book, gross),
    count: some.reduce((all, { count }) => all + count, 0),
    lists: { net: listed("net"), tax: listed("tax"), gross: listed("gross") },
  };
}

/** Tax collected less tax paid to suppliers. */
function taxBetween(book: Book, sums: readonly Sided[]): number {
  const of = (side: Side) =>
    totalOf(
      sums.filter((sum) => sum.side === side),
      "tax",
    );
  return told(book, of("collected") - of("paid"));
}

function totalOf(sums: readonly Sided[], of: "gross" | "tax"): bigint {
  return sums.reduce((all, sum) => all + sum[of], 0n);
}

const sum = { amount: z.number(), count: z.int(), list: ListQuery };

/** Payments in the group Taxes, less refunds. No tax of a supplier is in them, also where they state one. */
const ToState = z.object({
  ...sum,
  /** The largest first. */
  categories: z.array(z.object({ category_slug: z.string(), name: z.string(), ...sum })),
});

type ToState = z.output<typeof ToState>;

function toState(book: Book): ToState {
  const sums = byCategory(book, "to_state").filter(({ count }) => count > 0);
  return {
    amount: told(book, sumUp("to_state", book.lines)),
    count: sums.reduce((all, { count }) => all + count, 0),
    list: reportListFilters("to_state", book.range),
    categories: sums.toSorted(byAmount).map(({ slug, minor, count }) => ({
      ...shownSlug(book, slug),
      amount: told(book, minor),
      count,
      list: reportListFilters("to_state", book.range, { category: slug }),
    })),
  };
}

const Rate = {
  /** Percent. */
  rate: z.number(),
  type: z.string().nullable(),
};

const Sides = {
  /** Revenue that states a tax. */
  collected: Taxed,
  /** Purchases of suppliers that state a tax. */
  paid: Taxed,
};

export const TaxReport = z.object({
  currency: z.string(),
  from: z.string(),
  to: z.string(),
  ...Sides,
  /** Tax collected less tax paid. */
  difference: z.number(),
  /** List of the tax on both sides. */
  list: ListQuery,
  rates: z.array(z.object({ ...Rate, ...Sides })),
  categories: z.array(
    z.object({
      category_slug: z.string(),
      name: z.string(),
      ...Rate,
      /** Where both revenue and what was bought state a tax in one category, each has its own item. */
      side: z.enum(["collected", "paid"]),
      ...Taxed.shape,
    }),
  ),
  /** In none of the above. */
  to_state: ToState,
  /** In none of the above but what is paid to the state. */
  without_tax: WithoutTax,
  left_out: LeftOut,
  left_out_lists: LeftOutLists,
  notices,
});

export type TaxReport = z.output<typeof TaxReport>;

/** Tax that transactions state, on a cash basis: collected with revenue, paid with what was bought. */
export async function tax(context: Context, range: Range): Promise<TaxReport> {
  const book = await openBook(context, range);
  const sums = await findTax(context, range);
  const stated = sums
    .filter(({ rate }) => rate !== null)
    .flatMap((sum) => sidedIn(book, sum) ?? []);
  const { left_out, left_out_lists, notices } = leftOutOf(book, "tax");
  return {
    currency: book.currency,
    ...book.range,
    ...sidesOf(book, stated),
    difference: taxBetween(book, stated),
    list: reportListFilters("tax", range),
    rates: groupsOf(stated, ({ rate, type }) => [rate, type]).map((some) => ({
      ...rateOf(some),
      ...sidesOf(book, some, { tax: taxText(some) }),
    })),
    categories: groupsOf(stated, ({ rate, type, slug, side }) => [rate, type, side, slug]).map(
      (some) => categoryOf(book, some),
    ),
    to_state: toState(book),
    without_tax: withoutTax(
      book,
      sums.filter(({ rate }) => rate === null),
    ),
    left_out,
    left_out_lists,
    ...noticesOf(notices),
  };
}

/** Null for what counts on neither side. */
function sidedIn({ categories }: Book, sum: TaxSum): Sided | null {
  const role = roleIn(categories, sum.slug);
  if (countsIn("tax_collected", role, sum.isIn)) return { ...sum, side: "collected" };
  if (!countsIn("tax_paid", role, sum.isIn)) return null;
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

function sidesOf(book: Book, sums: readonly Sided[], of: { readonly tax?: string } = {}) {
  return {
    collected: taxedOn(book, "collected", sums, of),
    paid: taxedOn(book, "paid", sums, of),
  };
}

function categoryOf(book: Book, some: Group) {
  const [{ slug, side }] = some;
  const shown = shownSlug(book, slug);
  const of = { category: shown.category_slug, tax: taxText(some) };
  return { ...shown, ...rateOf(some), side, ...taxedOn(book, side, some, of) };
}

function rateOf([{ rate, type }]: Group) {
  return { rate: percentOf(rate) ?? 0, type };
}

function taxText(some: Group): string {
  return statedText(rateOf(some));
}
