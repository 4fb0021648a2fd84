import { z } from "zod";
import { notices } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import {
  amountsOf,
  type Book,
  byMonth,
  CategoryAmount,
  ListQuery,
  openBook,
  reportListFilters,
  type Ruled,
  sumUp,
  told,
} from "./book.ts";
import { LeftOut, LeftOutLists, leftOutOf } from "./left-out.ts";
import type { Range } from "./range.ts";

const Lists = z.object({ revenue: ListQuery, expense: ListQuery, delta: ListQuery });

const Figures = z.object({ revenue: z.number(), expense: z.number(), delta: z.number() });

const MonthFigures = Figures.extend({ month: z.string(), partial: z.boolean() });

export const ToldProfitLoss = z.object({
  currency: z.string(),
  months: z.array(MonthFigures),
  totals: Figures,
  left_out: LeftOut,
  notices,
});

export const ProfitLoss = ToldProfitLoss.extend({
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

/** Revenue, expense and their difference by month: money moved, tax included. */
export async function profitLoss(
  context: Context,
  range: Range,
): Promise<z.output<typeof ProfitLoss>> {
  const book = await openBook(context, range);
  return {
    currency: book.currency,
    ...book.range,
    months: byMonth(book).map(({ month, isPartial: partial, lines, from, to }) => ({
      month,
      ...figuresOf(book, lines),
      partial,
      lists: listsOf({ from, to }),
    })),
    totals: { ...figuresOf(book, book.lines), lists: listsOf(range) },
    categories: { revenue: amountsOf(book, "revenue"), expense: amountsOf(book, "expense") },
    ...leftOutOf(book, "profit"),
  };
}

function figuresOf(book: Book, lines: readonly Ruled[]) {
  const [revenue, expense] = [sumUp("revenue", lines), sumUp("expense", lines)];
  return {
    revenue: told(book, revenue),
    expense: told(book, expense),
    delta: told(book, revenue - expense),
  };
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
  revenue: z.number(),
  partial: z.boolean(),
});

export const ToldRevenue = z.object({
  currency: z.string(),
  months: z.array(MonthRevenue),
  total: z.number(),
  /** The largest first; they sum up to the total. */
  sources: z.array(CategoryAmount.pick({ category_slug: true, amount: true })),
  left_out: LeftOut,
  notices,
});

export const Revenue = ToldRevenue.extend({
  from: z.string(),
  to: z.string(),
  left_out_lists: LeftOutLists,
  months: z.array(MonthRevenue.extend({ list: ListQuery })),
  list: ListQuery,
  sources: z.array(CategoryAmount),
});

export async function revenue(context: Context, range: Range): Promise<z.output<typeof Revenue>> {
  const book = await openBook(context, range);
  return {
    currency: book.currency,
    ...book.range,
    months: byMonth(book).map(({ month, isPartial: partial, lines, from, to }) => ({
      month,
      revenue: told(book, sumUp("revenue", lines)),
      partial,
      list: reportListFilters("revenue", { from, to }),
    })),
    total: told(book, sumUp("revenue", book.lines)),
    list: reportListFilters("revenue", range),
    sources: amountsOf(book, "revenue"),
    ...leftOutOf(book, "revenue"),
  };
}
