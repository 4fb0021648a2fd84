import { z } from "zod";
import { notices, noticesOf } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { counted } from "../../shared/words.ts";
import { todayOf } from "../team/today.ts";
import { byMonth, openBook, sumUp, told } from "./book.ts";
import { meanOf } from "./burn-rate.ts";
import { cashOf } from "./cash.ts";
import { LeftOut, LeftOutLists, leftOutOf } from "./left-out.ts";
import { reportListFilters, ListQuery } from "./list-query.ts";
import { firstMonth, RECENT_MONTHS, recentMonths } from "./recent-months.ts";

/** As tools answer it. */
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

export type Runway = z.output<typeof Runway>;

/** Months that the cash lasts at the burn of the last six calendar months. */
export async function runway(context: Context): Promise<Runway> {
  const recent = recentMonths(await todayOf(context));
  const [book, first, cash] = await Promise.all([
    openBook(context, recent),
    firstMonth(context),
    cashOf(context),
  ]);
  const used = byMonth(book).filter(({ month }) => first !== null && month >= first);
  const burns = used.map(({ lines }) => sumUp("burn", lines));
  const burn = burns.length === 0 ? 0n : meanOf(burns);
  const { left_out, left_out_lists, notices } = leftOutOf(book, "burn");
  const [start] = used;
  return {
    currency: book.currency,
    months: monthsOf(cash.minor, burn),
    cash: told(book, cash.minor),
    avg_burn: told(book, burn),
    months_used: burns.length,
    list:
      start === undefined ? null : reportListFilters("burn", { from: start.from, to: recent.to }),
    left_out,
    left_out_lists,
    ...noticesOf([...fewer(burns.length), ...cash.notices, ...notices]),
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
