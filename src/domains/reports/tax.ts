import { sql } from "kysely";
import { z } from "zod";
import { notices } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { percentOf } from "../categories/category.ts";
import { type Figure, roleIn } from "../transactions/figures.ts";
import { type Matching, matchingAll } from "../transactions/find-transactions.ts";
import {
  addTaxes,
  addUntaxed,
  groupTaxes,
  type RuledTax,
  type SidedTax,
  sidedTaxes,
  sumTaxes,
  type TaxSide,
  untaxedIn,
} from "../transactions/tax-sums.ts";
import { NONE_STATED, statedText } from "../transactions/tax.ts";
import {
  type Book,
  byAmount,
  byCategory,
  ListQuery,
  openBook,
  reportListFilters,
  shownSlug,
  sumUp,
  told,
} from "./book.ts";
import { LeftOut, LeftOutLists, leftOutOf } from "./left-out.ts";
import type { Range } from "./range.ts";
import { unlinkedNotices } from "./unlinked-payments.ts";

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
export const NoTaxStated = z.object({
  count: z.int(),
  revenue: Untaxed,
  expense: Untaxed,
  /** Draws, repaid loans, assets: burn that is no expense. */
  capital_out: Untaxed,
});

export type NoTaxStated = z.output<typeof NoTaxStated>;

/** Of one side. Net and tax come to the gross amount. */
const Taxed = z.object({
  net: z.number(),
  tax: z.number(),
  gross: z.number(),
  count: z.int(),
  lists: z.object({ net: ListQuery, tax: ListQuery, gross: ListQuery }),
});

type Taxed = z.output<typeof Taxed>;

/** Payments in the group Taxes, less refunds. No tax of a supplier is in them, also where they state one. */
const ToState = z.object({
  ...sum,
  /** The largest first. */
  categories: z.array(z.object({ category_slug: z.string(), name: z.string(), ...sum })),
});

type ToState = z.output<typeof ToState>;

const Rate = {
  /** Percent; null for papers of several rates, whose sum alone is known. */
  rate: z.number().nullable(),
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
  /** Tax collected less tax paid to suppliers. */
  difference: z.number(),
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
  no_tax_stated: NoTaxStated,
  left_out: LeftOut,
  left_out_lists: LeftOutLists,
  notices,
});

export type TaxReport = z.output<typeof TaxReport>;

const ToldTaxed = Taxed.omit({ lists: true });
const ToldSides = { collected: ToldTaxed, paid: ToldTaxed };
const ToldSum = z.object({ amount: z.number(), count: z.int() });

export const ToldTax = TaxReport.pick({ currency: true, left_out: true, notices: true }).extend({
  ...ToldSides,
  difference: z.number(),
  rates: z.array(z.object({ ...Rate, ...ToldSides })),
  to_state: ToldSum.extend({
    categories: z.array(ToldSum.extend({ category_slug: z.string(), name: z.string() })),
  }),
  no_tax_stated: z.object({ revenue: ToldSum, expense: ToldSum, capital_out: ToldSum }),
});

/** Tax that transactions state, on a cash basis: collected with revenue, paid with what was bought. */
export async function tax(context: Context, range: Range): Promise<TaxReport> {
  const book = await openBook(context, range);
  const [found, unlinked] = await Promise.all([
    sumTaxes(context, matchingDays(context, range)),
    unlinkedNotices(context, range),
  ]);
  const sums = found.map((sum) => ({ ...sum, role: roleIn(book.categories, sum.slug) }));
  const stated = sidedTaxes(sums);
  return {
    currency: book.currency,
    ...book.range,
    ...sidesOf(book, stated),
    difference: taxBetween(book, stated),
    list: reportListFilters("tax", range),
    rates: groupTaxes(stated, ({ rate, type }) => [rate, type]).map((some) => ({
      ...rateOf(some),
      ...sidesOf(book, some, { tax: taxText(some) }),
    })),
    categories: groupTaxes(stated, ({ rate, type, slug, side }) => [rate, type, side, slug]).map(
      (some) => categoryOf(book, some),
    ),
    to_state: toState(book),
    no_tax_stated: noTaxStated(book, sums),
    ...leftOutOf(book, "tax", unlinked),
  };
}

export function matchingDays({ team }: Pick<Context, "team">, { from, to }: Range): Matching {
  const conditions = [
    sql<boolean>`item.team_id = ${team.id}`,
    sql<boolean>`item.date >= ${from} and item.date <= ${to}`,
  ];
  return { ...matchingAll(conditions), from, to };
}

type Group = ReturnType<typeof groupTaxes>[number];

function sidesOf(book: Book, sums: readonly SidedTax[], of: { readonly tax?: string } = {}) {
  return {
    collected: taxedOn(book, "collected", sums, of),
    paid: taxedOn(book, "paid", sums, of),
  };
}

function taxedOn(
  book: Book,
  side: TaxSide,
  sums: readonly SidedTax[],
  of: { readonly category?: string; readonly tax?: string } = {},
): Taxed {
  const { gross, tax, count } = addTaxes(onSide(side, sums));
  const listed = (share: keyof Taxed["lists"]) =>
    reportListFilters(LISTS[side][share], book.range, of);
  return {
    net: told(book, gross - tax),
    tax: told(book, tax),
    gross: told(book, gross),
    count,
    lists: { net: listed("net"), tax: listed("tax"), gross: listed("gross") },
  };
}

function onSide(side: TaxSide, sums: readonly SidedTax[]): readonly SidedTax[] {
  return sums.filter((sum) => sum.side === side);
}

const LISTS: Readonly<Record<TaxSide, Readonly<Record<keyof Taxed["lists"], Figure>>>> = {
  collected: { net: "taxed_sales_net", tax: "tax_collected", gross: "taxed_sales" },
  paid: { net: "taxed_purchases_net", tax: "tax_paid", gross: "taxed_purchases" },
};

function taxBetween(book: Book, sums: readonly SidedTax[]): number {
  const of = (side: TaxSide) => addTaxes(onSide(side, sums)).tax;
  return told(book, of("collected") - of("paid"));
}

function categoryOf(book: Book, some: Group) {
  const [{ slug, side }] = some;
  const shown = shownSlug(book, slug);
  const of = { category: shown.category_slug, tax: taxText(some) };
  return { ...shown, ...rateOf(some), side, ...taxedOn(book, side, some, of) };
}

function rateOf([{ rate, type }]: Group) {
  return { rate: percentOf(rate), type };
}

function taxText(some: Group): string {
  return statedText(rateOf(some));
}

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

function noTaxStated(book: Book, sums: readonly RuledTax[]): NoTaxStated {
  const figures = {
    revenue: noTaxStatedIn(book, "revenue", sums),
    expense: noTaxStatedIn(book, "expense", sums),
    capital_out: noTaxStatedIn(book, "capital_out", sums),
  };
  const count = Object.values(figures).reduce((all, { count }) => all + count, 0);
  return { count, ...figures };
}

function noTaxStatedIn(
  book: Book,
  figure: Figure,
  sums: readonly RuledTax[],
): NoTaxStated["revenue"] {
  const some = untaxedIn(figure, sums);
  const whole = addUntaxed(figure, some);
  return {
    amount: told(book, whole.minor),
    count: whole.count,
    list: reportListFilters(figure, book.range, { tax: NONE_STATED }),
    categories: [...Map.groupBy(some, ({ slug }) => slug)]
      .map(([slug, some]) => ({ slug, ...addUntaxed(figure, some) }))
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
