import { z } from "zod";
import { notices, noticesOf } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { divideRound } from "../../shared/fraction.ts";
import { todayOf } from "../team/today.ts";
import { countedIn } from "../transactions/counted-in.ts";
import { openBook, told } from "./book.ts";
import { findNames, findRecurring, type Recurring } from "./find-recurring.ts";
import { LeftOut, LeftOutLists, leftOutOf } from "./left-out.ts";
import { reportListFilters, ListQuery } from "./list-query.ts";
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
  const expense = await countedIn(context, { figure: "expense" });
  const [book, found] = await Promise.all([
    openBook(context, range),
    findRecurring(context, range, { expense, least: LEAST_MONTHS }),
  ]);
  const all = ranked(found);
  const items = all.slice(0, MOST_ITEMS);
  const names = await findNames(context, items, expense);
  const { left_out, left_out_lists, notices } = leftOutOf(book, "expense");
  const left = all.length - MOST_ITEMS;
  const more = `${left} more counterparties recur in fewer months or with less.`;
  return {
    currency: book.currency,
    ...range,
    items: items.map(({ party, months, average, expense, lastDate }) => ({
      counterparty: names.get(party) ?? party,
      months,
      avg_amount: told(book, average),
      currency: book.currency,
      last_date: lastDate,
      total: told(book, expense),
      list: reportListFilters("expense", range, { party }),
    })),
    left_out,
    left_out_lists,
    ...noticesOf([...(left > 0 ? [more] : []), ...notices]),
  };
}

/** The most months first, then the largest average. There may be thousands, so numbers come before integers. */
function ranked(found: readonly Recurring[]) {
  return found
    .map((one) => {
      const average = divideRound(one.expense, BigInt(one.months));
      return { ...one, average, about: Number(average) };
    })
    .toSorted(
      (one, other) =>
        other.months - one.months ||
        other.about - one.about ||
        Number(other.average - one.average) ||
        (one.party < other.party ? -1 : 1),
    );
}
