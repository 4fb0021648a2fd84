import { z } from "zod";
import { notices, noticesOf } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { divideRound } from "../../shared/fraction.ts";
import { byMonth, openBook, sumUp, told } from "./book.ts";
import { LeftOut, LeftOutLists, leftOutOf } from "./left-out.ts";
import { reportListFilters, ListQuery } from "./list-query.ts";
import type { Range } from "./range.ts";

const MonthBurn = z.object({ month: z.string(), burn: z.number(), partial: z.boolean() });

/** As tools answer it. */
export const ToldBurnRate = z.object({
  currency: z.string(),
  months: z.array(MonthBurn),
  /** Of the months that are not partial; null when there is none. */
  average: z.number().nullable(),
  left_out: LeftOut,
  notices,
});

/** With the lists of transactions that its figures open. */
export const BurnRate = ToldBurnRate.extend({
  from: z.string(),
  to: z.string(),
  left_out_lists: LeftOutLists,
  months: z.array(MonthBurn.extend({ list: ListQuery })),
});

export type BurnRate = z.output<typeof BurnRate>;

/** Expense, and money out of capital, by month. */
export async function burnRate(context: Context, range: Range): Promise<BurnRate> {
  const book = await openBook(context, range);
  const months = byMonth(book).map((month) => ({ ...month, burn: sumUp("burn", month.lines) }));
  const complete = months.filter(({ isPartial }) => !isPartial).map(({ burn }) => burn);
  const { left_out, left_out_lists, notices } = leftOutOf(book, "burn");
  return {
    currency: book.currency,
    ...book.range,
    months: months.map(({ month, burn, isPartial: partial, from, to }) => ({
      month,
      burn: told(book, burn),
      partial,
      list: reportListFilters("burn", { from, to }),
    })),
    average: complete.length === 0 ? null : told(book, meanOf(complete)),
    left_out,
    left_out_lists,
    ...noticesOf([...(complete.length === 0 ? [NO_MONTH] : []), ...notices]),
  };
}

const NO_MONTH =
  "There is no average: it is of whole months that are over, and the range has none of these.";

/** Mean of some sums, halves away from zero. */
export function meanOf(sums: readonly bigint[]): bigint {
  return divideRound(
    sums.reduce((all, sum) => all + sum, 0n),
    BigInt(sums.length),
  );
}
