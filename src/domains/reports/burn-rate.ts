import { z } from "zod";
import { notices } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { divideRound } from "../../shared/fraction.ts";
import { counted } from "../../shared/words.ts";
import { cashOf } from "./balance.ts";
import {
  type Book,
  figureIn,
  lackingIn,
  lackingInAny,
  ListQuery,
  openBook,
  reportListFilters,
  sumUp,
  told,
  unknownNotices,
} from "./book.ts";
import { LeftOut, LeftOutLists, leftOutOf } from "./left-out.ts";
import {
  type AsOf,
  dayAsked,
  type Month,
  type Range,
  RECENT_MONTHS,
  recentMonths,
} from "./range.ts";

/** Null where no amount of the month has an exchange rate. */
const MonthBurn = z.object({
  month: z.string(),
  burn: z.number().nullable(),
  partial: z.boolean(),
});

export const ToldBurnRate = z.object({
  currency: z.string(),
  months: z.array(MonthBurn),
  /** Of the complete, past months since the books begin; null when there is none, or one of them is not known. */
  average: z.number().nullable(),
  left_out: LeftOut,
  notices,
});

export const BurnRate = ToldBurnRate.extend({
  from: z.string(),
  to: z.string(),
  left_out_lists: LeftOutLists,
  months: z.array(MonthBurn.extend({ list: ListQuery })),
  /** Months that the average is of. */
  averaged: z.array(z.string()),
  /** Burn of all days; null where no amount has an exchange rate. */
  total: z.number().nullable(),
  /** Currencies of the figures that are not known. */
  lacking: z.array(z.string()),
});

export async function burnRate(context: Context, range: Range): Promise<z.output<typeof BurnRate>> {
  const book = await openBook(context, range);
  const complete = book.months.filter(({ isPartial }) => !isPartial);
  const averaged = sinceFirst(complete, book.first);
  const lacking = lackingInAny(book, ["burn"]);
  return {
    currency: book.currency,
    ...book.range,
    months: book.months.map(({ month, isPartial: partial, from, to }) => ({
      month,
      burn: figureIn(book, "burn", month),
      partial,
      list: reportListFilters("burn", { from, to }),
    })),
    average: averageOf(book, averaged, "burn").told,
    averaged: averaged.map(({ month }) => month),
    total: figureIn(book, "burn"),
    lacking: [...lacking],
    ...leftOutOf(book, "burn", [
      ...(averaged.length === 0 ? [NO_MONTH] : fewer(averaged, complete.length)),
      ...unknownNotices(lacking, book.currency),
    ]),
  };
}

const NO_MONTH =
  "There is no average: it is of whole months that are over, since the books begin. The range has none of these.";

/** Months before the books begin are no months without burn. */
function sinceFirst(months: readonly Month[], first: string | null): readonly Month[] {
  return months.filter(({ month }) => first !== null && month >= first);
}

/** Mean of whole months, halves away from zero; null for none, and where one of them is not known. */
function averageOf(book: Book, months: readonly Month[], figure: "burn" | "revenue") {
  const lacking = [...new Set(months.flatMap(({ month }) => lackingIn(book, figure, month)))];
  if (months.length === 0 || lacking.length > 0) return { minor: null, told: null, lacking };
  const names = new Set(months.map(({ month }) => month));
  const sum = sumUp(
    figure,
    book.lines.filter(({ month }) => names.has(month)),
  );
  const minor = divideRound(sum, BigInt(months.length));
  return { minor, told: told(book, minor), lacking };
}

export const ToldRunway = z.object({
  currency: z.string(),
  /** Cut to one decimal; null when nothing burns, and where the cash or the burn is not known. */
  months: z.number().nullable(),
  /** Null where no balance has an exchange rate. */
  cash: z.number().nullable(),
  /** Zero without a month; null where a month is not known. */
  avg_burn: z.number().nullable(),
  months_used: z.int(),
  /** First and last day of these months; null without one. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** The same with revenue taken off the burn: null months where the cash does not shrink. */
  net: z.object({ avg_burn: z.number().nullable(), months: z.number().nullable() }),
  left_out: LeftOut,
  notices,
});

export const Runway = ToldRunway.extend({
  /** The burn of the months that `avg_burn` is the mean of; null for none. */
  list: ListQuery.nullable(),
  /** Currencies without a rate, of balances that are not in the cash, and of a burn that is not known. */
  lacking: z.object({ cash: z.array(z.string()), burn: z.array(z.string()) }),
  left_out_lists: LeftOutLists,
});

/** Runway of now, or of the end of a past day at the burn of the six months before its month. */
export async function runway(context: Context, asked: AsOf = {}): Promise<z.output<typeof Runway>> {
  const { day } = await dayAsked(context, asked);
  const recent = recentMonths(day);
  const [book, cash] = await Promise.all([openBook(context, recent), cashOf(context, asked)]);
  const used = sinceFirst(book.months, book.first);
  const average = averageOf(book, used, "burn");
  const burn = used.length === 0 ? 0n : average.minor;
  const received = averageOf(book, used, "revenue");
  const net = burn === null || received.lacking.length > 0 ? null : burn - (received.minor ?? 0n);
  const [start] = used;
  return {
    currency: book.currency,
    months: cash.minor === null || burn === null ? null : monthsOf(cash.minor, burn),
    cash: cash.minor === null ? null : told(book, cash.minor),
    avg_burn: burn === null ? null : told(book, burn),
    months_used: used.length,
    from: start?.from ?? null,
    to: start === undefined ? null : recent.to,
    net: {
      avg_burn: net === null ? null : told(book, net),
      months: cash.minor === null || net === null ? null : monthsOf(cash.minor, net),
    },
    list:
      start === undefined ? null : reportListFilters("burn", { from: start.from, to: recent.to }),
    lacking: { cash: [...cash.lacking], burn: average.lacking.toSorted() },
    ...leftOutOf(book, "burn", [
      ...(used.length === 0 ? [NO_BURN] : fewer(used, RECENT_MONTHS)),
      ...unknownNotices(average.lacking, book.currency),
      ...cash.notices,
    ]),
  };
}

function monthsOf(cash: bigint, burn: bigint): number | null {
  if (burn <= 0n) return null;
  return cash <= 0n ? 0 : Number((cash * 10n) / burn) / 10;
}

const NO_BURN =
  "There is no burn to divide by: no month before this one has transactions that count.";

function fewer(used: readonly Month[], all: number): readonly string[] {
  if (used.length === all) return [];
  return [`The average burn is of ${counted(used.length, "month")}, not of ${all}.`];
}
