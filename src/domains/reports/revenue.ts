import { z } from "zod";
import { notices, noticesOf } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { byMonth, openBook, sumUp, told } from "./book.ts";
import { amountsOf, CategoryAmount } from "./by-category.ts";
import { LeftOut, LeftOutLists, leftOutOf } from "./left-out.ts";
import { reportListFilters, ListQuery } from "./list-query.ts";
import type { Range } from "./range.ts";

const MonthRevenue = z.object({
  month: z.string(),
  revenue: z.number(),
  partial: z.boolean(),
});

/** As tools answer it. */
export const ToldRevenue = z.object({
  currency: z.string(),
  months: z.array(MonthRevenue),
  total: z.number(),
  /** The largest first; they sum up to the total. */
  sources: z.array(CategoryAmount.pick({ category_slug: true, amount: true })),
  left_out: LeftOut,
  notices,
});

/** With the lists of transactions that its figures open. */
export const Revenue = ToldRevenue.extend({
  from: z.string(),
  to: z.string(),
  left_out_lists: LeftOutLists,
  months: z.array(MonthRevenue.extend({ list: ListQuery })),
  list: ListQuery,
  sources: z.array(CategoryAmount),
});

export type Revenue = z.output<typeof Revenue>;

/** Revenue by month, and by category. */
export async function revenue(context: Context, range: Range): Promise<Revenue> {
  const book = await openBook(context, range);
  const { left_out, left_out_lists, notices } = leftOutOf(book, "revenue");
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
    left_out,
    left_out_lists,
    ...noticesOf(notices),
  };
}
