import { z } from "zod";
import { notices } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import {
  amountsOf,
  type Book,
  CategoryAmount,
  figureIn,
  lackingInAny,
  ListQuery,
  openBook,
  reportListFilters,
  unknownNotices,
} from "./book.ts";
import { LeftOut, LeftOutLists, leftOutOf } from "./left-out.ts";
import type { Range } from "./range.ts";
import { unlinkedNotices } from "./unlinked-payments.ts";

const Lists = z.object({ revenue: ListQuery, expense: ListQuery, delta: ListQuery });

/** Each is null where nothing that would count in it has an exchange rate. */
const Figures = z.object({
  revenue: z.number().nullable(),
  expense: z.number().nullable(),
  delta: z.number().nullable(),
});

/** Currencies of the figures that are not known. */
const lacking = z.array(z.string());

const MonthFigures = Figures.extend({ month: z.string(), partial: z.boolean() });

export const ToldProfitLoss = z.object({
  currency: z.string(),
  months: z.array(MonthFigures),
  totals: Figures,
  left_out: LeftOut,
  notices,
});

export const ProfitLoss = ToldProfitLoss.extend({
  lacking,
  from: z.string(),
  to: z.string(),
  left_out_lists: LeftOutLists,
  months: z.array(MonthFigures.extend({ lists: Lists })),
  totals: Figures.extend({ lists: Lists }),
  /** The largest first; they sum up to the revenue and the expense of the totals. */
  categories: z.object({
    revenue: z.array(CategoryAmount),
    expense: z.array(CategoryAmount),
  }),
});

/** Figures of the whole range, without what the report says of them. */
export async function profitTotals(
  context: Context,
  range: Range,
): Promise<z.output<typeof Figures>> {
  return figuresOf(await openBook(context, range));
}

/** Revenue, expense and their difference by month: money moved, tax included. */
export async function profitLoss(
  context: Context,
  range: Range,
): Promise<z.output<typeof ProfitLoss>> {
  const [book, unlinked] = await Promise.all([
    openBook(context, range),
    unlinkedNotices(context, range),
  ]);
  const unknown = lackingInAny(book, ["revenue", "expense"]);
  return {
    currency: book.currency,
    ...book.range,
    months: book.months.map(({ month, isPartial: partial, from, to }) => ({
      month,
      ...figuresOf(book, month),
      partial,
      lists: listsOf({ from, to }),
    })),
    totals: { ...figuresOf(book), lists: listsOf(range) },
    categories: { revenue: amountsOf(book, "revenue"), expense: amountsOf(book, "expense") },
    lacking: [...unknown],
    ...leftOutOf(book, "profit", [...unknownNotices(unknown, book.currency), ...unlinked]),
  };
}

function figuresOf(book: Book, month?: string) {
  const revenue = figureIn(book, "revenue", month);
  const expense = figureIn(book, "expense", month);
  const isKnown = revenue !== null && expense !== null;
  return { revenue, expense, delta: isKnown ? figureIn(book, "profit", month) : null };
}

function listsOf(range: Range): z.output<typeof Lists> {
  return {
    revenue: reportListFilters("revenue", range),
    expense: reportListFilters("expense", range),
    delta: reportListFilters("profit", range),
  };
}

const MonthRevenue = z.object({
  month: z.string(),
  revenue: z.number().nullable(),
  partial: z.boolean(),
});

export const ToldRevenue = z.object({
  currency: z.string(),
  months: z.array(MonthRevenue),
  total: z.number().nullable(),
  /** The largest first; they sum up to the total. */
  sources: z.array(CategoryAmount.pick({ category_slug: true, amount: true })),
  left_out: LeftOut,
  notices,
});

export const Revenue = ToldRevenue.extend({
  lacking,
  from: z.string(),
  to: z.string(),
  left_out_lists: LeftOutLists,
  months: z.array(MonthRevenue.extend({ list: ListQuery })),
  list: ListQuery,
  sources: z.array(CategoryAmount),
});

export async function revenue(context: Context, range: Range): Promise<z.output<typeof Revenue>> {
  const [book, unlinked] = await Promise.all([
    openBook(context, range),
    unlinkedNotices(context, range),
  ]);
  const unknown = lackingInAny(book, ["revenue"]);
  return {
    currency: book.currency,
    ...book.range,
    months: book.months.map(({ month, isPartial: partial, from, to }) => ({
      month,
      revenue: figureIn(book, "revenue", month),
      partial,
      list: reportListFilters("revenue", { from, to }),
    })),
    total: figureIn(book, "revenue"),
    list: reportListFilters("revenue", range),
    sources: amountsOf(book, "revenue"),
    lacking: [...unknown],
    ...leftOutOf(book, "revenue", [...unknownNotices(unknown, book.currency), ...unlinked]),
  };
}
