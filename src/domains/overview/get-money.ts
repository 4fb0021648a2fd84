import { z } from "zod";
import type { Context } from "../../db/context.ts";
import { UNCATEGORIZED } from "../categories/slug.ts";
import { burnRate } from "../reports/burn-rate.ts";
import { inOneCurrency } from "../reports/in-one-currency.ts";
import { ListQuery } from "../reports/list-query.ts";
import { lastDayOf } from "../reports/range.ts";
import { runway } from "../reports/runway.ts";
import { todayOf } from "../team/today.ts";
import { countTransactions } from "../transactions/find-transactions.ts";
import { matchingOf } from "../transactions/transaction-filter.ts";

/** Figures of the books, as the reports tell them. */
export const Money = z.object({
  currency: z.string(),
  cash: z.number(),
  /** Of the current month, with the list of the same total. */
  burn: z.object({ amount: z.number(), list: ListQuery }),
  /** Months that the cash lasts, null when nothing burns; with the burn that they are of, null for none. */
  runway: z.object({ months: z.number().nullable(), list: ListQuery.nullable() }),
  /** Transactions without a category, as many as the list has. */
  uncategorized: z.int(),
});

export async function getMoney(context: Context): Promise<z.output<typeof Money>> {
  return inOneCurrency(context, readMoney);
}

async function readMoney(context: Context): Promise<z.output<typeof Money>> {
  const month = (await todayOf(context)).slice(0, 7);
  const open = await matchingOf(context, { category: UNCATEGORIZED, hides_archived: true });
  const [lasting, burned, uncategorized] = await Promise.all([
    runway(context),
    burnRate(context, { from: `${month}-01`, to: lastDayOf(month) }),
    countTransactions(context.db, open),
  ]);
  const [now] = burned.months;
  if (now === undefined) throw new Error(`the burn of ${month} has no month`);
  return {
    currency: lasting.currency,
    cash: lasting.cash,
    burn: { amount: now.burn, list: now.list },
    runway: { months: lasting.months, list: lasting.list },
    uncategorized,
  };
}
