import { z } from "zod";
import { notices, noticesOf } from "../../core/notices.ts";
import type { Context } from "../../db/context.ts";
import { divideRound } from "../../shared/fraction.ts";
import { todayOf } from "../team/today.ts";
import { countsIn, figureOf } from "../transactions/figures.ts";
import { type Book, openBook, roleIn, told } from "./book.ts";
import { findParties, type PartySum } from "./find-parties.ts";
import { LeftOut, LeftOutLists, leftOutOf } from "./left-out.ts";
import { listOf, ListQuery } from "./list-query.ts";
import { recentMonths } from "./recent-months.ts";

/** Months with an expense from which on a party is told. */
const LEAST_MONTHS = 3;

const MOST_ITEMS = 100;

const Item = z.object({
  /** As its newest transaction is named. */
  counterparty: z.string(),
  /** Months with an expense, of six. */
  months: z.int(),
  /** Expense of the six months, divided by `months`. */
  avg_amount: z.number(),
  currency: z.string(),
  last_date: z.string(),
});

/** As tools answer it. */
export const ToldRecurring = z.object({
  currency: z.string(),
  items: z.array(Item),
  left_out: LeftOut,
  notices,
});

/** With the days that it looks at, and the lists of transactions that its figures open. */
export const RecurringExpenses = ToldRecurring.extend({
  from: z.string(),
  to: z.string(),
  items: z.array(
    Item.extend({
      /** Expense of the six months. */
      total: z.number(),
      list: ListQuery,
    }),
  ),
  left_out_lists: LeftOutLists,
});

export type RecurringExpenses = z.output<typeof RecurringExpenses>;

/** Parties with an expense in at least three of the last six calendar months. */
export async function recurringExpenses(context: Context): Promise<RecurringExpenses> {
  const range = recentMonths(await todayOf(context));
  const [book, sums] = await Promise.all([openBook(context, range), findParties(context, range)]);
  const { left_out, left_out_lists, notices } = leftOutOf(book, "expense");
  const all = recurringIn(book, sums);
  const left = all.length - MOST_ITEMS;
  const more = `${left} more counterparties recur in fewer months or with less.`;
  return {
    currency: book.currency,
    ...range,
    items: all.slice(0, MOST_ITEMS).map(({ party, name, months, average, expense, lastDate }) => ({
      counterparty: name,
      months,
      avg_amount: told(book, average),
      currency: book.currency,
      last_date: lastDate,
      total: told(book, expense),
      list: listOf("expense", range, { party }),
    })),
    left_out,
    left_out_lists,
    ...noticesOf([...(left > 0 ? [more] : []), ...notices]),
  };
}

/** The most months first, then the largest average. */
function recurringIn(book: Book, sums: readonly PartySum[]) {
  const counted = sums.filter(({ slug, isIn }) =>
    countsIn("expense", roleIn(book.categories, slug), isIn),
  );
  return [...Map.groupBy(counted, ({ party }) => party).values()]
    .flatMap((some) => recurring(some) ?? [])
    .toSorted(
      (one, other) =>
        other.months - one.months ||
        Number(other.average - one.average) ||
        (one.party < other.party ? -1 : 1),
    );
}

function recurring(sums: readonly PartySum[]) {
  const byMonth = Map.groupBy(sums, ({ month }) => month);
  const months = [...byMonth.values()].filter((some) => expenseOf(some) > 0n).length;
  const expense = expenseOf(sums);
  const newest = sums.reduce((one, other) => (other.lastDate > one.lastDate ? other : one));
  if (months < LEAST_MONTHS || expense <= 0n) return null;
  const { party, name, lastDate } = newest;
  return { party, name, lastDate, months, expense, average: divideRound(expense, BigInt(months)) };
}

function expenseOf(sums: readonly PartySum[]): bigint {
  return figureOf("expense", { in: 0n, out: sums.reduce((all, { minor }) => all + minor, 0n) });
}
