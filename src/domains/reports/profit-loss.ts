import { z } from "zod";
import { notices, noticesOf } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { type Book, byMonth, openBook, type Ruled, sumUp, told } from "./book.ts";
import { amountsOf, CategoryAmount } from "./by-category.ts";
import { LeftOut, LeftOutLists, leftOutOf } from "./left-out.ts";
import { reportListFilters, ListQuery } from "./list-query.ts";
import type { Range } from "./range.ts";

const Lists = z.object({ revenue: ListQuery, expense: ListQuery, delta: ListQuery });

const Figures = z.object({ revenue: z.number(), expense: z.number(), delta: z.number() });

const MonthFigures = Figures.extend({ month: z.string(), partial: z.boolean() });

/** As tools answer it. */
export const ToldProfitLoss = z.object({
  currency: z.string(),
  months: z.array(MonthFigures),
  totals: Figures,
  left_out: LeftOut,
  notices,
});

/** With its categories, and the lists of transactions that its figures open. */
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

export type ProfitLoss = z.output<typeof ProfitLoss>;

/** Revenue, expense and their difference by month: money moved, tax included. */
export async function profitLoss(context: Context, range: Range): Promise<ProfitLoss> {
  const book = await openBook(context, range);
  const { left_out, left_out_lists, notices } = leftOutOf(book, "profit");
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
    left_out,
    left_out_lists,
    ...noticesOf(notices),
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
