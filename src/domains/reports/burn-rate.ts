import { z } from "zod";
import { notices } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { divideRound } from "../../shared/fraction.ts";
import { counted } from "../../shared/words.ts";
import { todayOf } from "../team/today.ts";
import { cashOf } from "./balance.ts";
import { byMonth, ListQuery, openBook, reportListFilters, sumUp, told } from "./book.ts";
import { LeftOut, LeftOutLists, leftOutOf } from "./left-out.ts";
import { firstMonth, type Range, RECENT_MONTHS, recentMonths } from "./range.ts";

const MonthBurn = z.object({ month: z.string(), burn: z.number(), partial: z.boolean() });

export const ToldBurnRate = z.object({
  currency: z.string(),
  months: z.array(MonthBurn),
  /** Of the months that are not partial; null when there is none. */
  average: z.number().nullable(),
  left_out: LeftOut,
  notices,
});

export const BurnRate = ToldBurnRate.extend({
  from: z.string(),
  to: z.string(),
  left_out_lists: LeftOutLists,
  months: z.array(MonthBurn.extend({ list: ListQuery })),
});

export async function burnRate(context: Context, range: Range): Promise<z.output<typeof BurnRate>> {
  const book = await openBook(context, range);
  const months = byMonth(book).map((month) => ({ ...month, burn: sumUp("burn", month.lines) }));
  const complete = months.filter(({ isPartial }) => !isPartial).map(({ burn }) => burn);
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
    ...leftOutOf(book, "burn", complete.length === 0 ? [NO_MONTH] : []),
  };
}

const NO_MONTH =
  "There is no average: it is of whole months that are over, and the range has none of these.";

/** Mean of some sums, halves away from zero. */
function meanOf(sums: readonly bigint[]): bigint {
  return divideRound(
    sums.reduce((all, sum) => all + sum, 0n),
    BigInt(sums.length),
  );
}

export const ToldRunway = z.object({
  currency: z.string(),
  /** Cut to one decimal; null when nothing burns. */
  months: z.number().nullable(),
  cash: z.number(),
  avg_burn: z.number(),
  months_used: z.int(),
  left_out: LeftOut,
  notices,
});

export const Runway = ToldRunway.extend({
  /** The burn of the months that `avg_burn` is the mean of; null for none. */
  list: ListQuery.nullable(),
  left_out_lists: LeftOutLists,
});

export async function runway(context: Context): Promise<z.output<typeof Runway>> {
  const recent = recentMonths(await todayOf(context));
  const [book, first, cash] = await Promise.all([
    openBook(context, recent),
    firstMonth(context),
    cashOf(context),
  ]);
  const used = byMonth(book).filter(({ month }) => first !== null && month >= first);
  const burns = used.map(({ lines }) => sumUp("burn", lines));
  const burn = burns.length === 0 ? 0n : meanOf(burns);
  const [start] = used;
  return {
    currency: book.currency,
    months: monthsOf(cash.minor, burn),
    cash: told(book, cash.minor),
    avg_burn: told(book, burn),
    months_used: burns.length,
    list:
      start === undefined ? null : reportListFilters("burn", { from: start.from, to: recent.to }),
    ...leftOutOf(book, "burn", [...fewer(burns.length), ...cash.notices]),
  };
}

function monthsOf(cash: bigint, burn: bigint): number | null {
  if (burn <= 0n) return null;
  return cash <= 0n ? 0 : Number((cash * 10n) / burn) / 10;
}

function fewer(used: number): readonly string[] {
  if (used === RECENT_MONTHS) return [];
  if (used === 0)
    return ["There is no burn to divide by: no month before this one has transactions that count."];
  return [
    `The average burn is of ${counted(used, "month")}, not of ${RECENT_MONTHS}: the books begin then.`,
  ];
}
