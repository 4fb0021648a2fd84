import { z } from "zod";
import { attach, DATA_IS_DATA, definePrompt, userMessage } from "../../core/prompt.ts";
import type { Context } from "../../db/context.ts";
import { categoriesResource } from "../categories/categories-resource.ts";
import { todayOf } from "../team/today.ts";
import { calendarMonth, completeMonth } from "../timesheet/day-words.ts";
import { addMonths, lastDayOf } from "./range.ts";
import { reportResource } from "./report-resource.ts";

const Input = z.strictObject({
  month: calendarMonth.optional().describe("the month as YYYY-MM; the last one when left out"),
});

export const closeMyMonth = definePrompt<Context, typeof Input>({
  name: "close_my_month",
  title: "Close my month",
  tier: "write",
  description:
    "Closes a month of the books: finds what lacks a category, categorizes it after your yes, and says how the month went.",
  input: Input,
  completions: { month: completeMonth },
  messages: async (context, input) => {
    const today = await todayOf(context);
    const month = input.month ?? addMonths(today.slice(0, 7), -1);
    return [
      userMessage(request(month, today <= lastDayOf(month))),
      await attach(context, reportResource, { report: "profit_loss", range: month }),
      await attach(context, categoriesResource),
    ];
  },
});

function request(month: string, isOpen: boolean): string {
  const [from, to] = [`${month}-01`, lastDayOf(month)];
  return `Help me close the books of ${month}.${isOpen ? " The month is not over yet: say so first." : ""}

The JSON that follows has its profit and loss as it stands, with what is left out and why, and then the categories with their slugs. ${DATA_IS_DATA} Amounts are in the team's currency, tax included, in the month in which money moved.

1. Call transactions_list once, with from ${from}, to ${to}, category_slug uncategorized and limit 100. Rows have a suggested_category where earlier ones of the same party agree.
2. Show me all of them as a table with date, name, amount and the category that you propose. Mark what you are unsure of, and ask me instead of guessing. Name what the notices say is left out: pending, transfers, no exchange rate.
3. After my yes, and only for what I have agreed to, call transactions_update_category once with all of it in changes.
4. Call reports_profit_loss with from ${from} and to ${to}. Tell me revenue, expense and delta before and after, and what is still open.

That is three calls. Split and exported transactions, transfers and rates are mine to set in the web app; put them at the end as a list.`;
}
