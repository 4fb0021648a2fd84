import { z } from "zod";
import { attach, DATA_IS_DATA, definePrompt, type Prompt, userMessage } from "../../core/prompt.ts";
import type { Context } from "../../db/context.ts";
import { categoriesResource } from "../categories/categories-resource.ts";
import { todayOf } from "../team/today.ts";
import { calendarMonth, completeMonth } from "../timesheet/day-words.ts";
import { addMonths, lastDayOf } from "./range.ts";
import { reportResource } from "./report-resource.ts";

const MonthToClose = z.strictObject({
  month: calendarMonth.optional().describe("the month as YYYY-MM; the last one when left out"),
});

const closeMyMonth = definePrompt<Context, typeof MonthToClose>({
  name: "close_my_month",
  title: "Close my month",
  tier: "write",
  description:
    "Closes a month of the books: finds what lacks a category, categorizes it after your yes, and says how the month went.",
  input: MonthToClose,
  completions: { month: completeMonth },
  skill: {
    data: [
      { resource: resourceOf("profit_loss"), tools: "reports_profit_loss with from and to" },
      { resource: categoriesResource, tools: "categories_list" },
    ],
    request: closeRequest({
      month: "the month",
      from: "(its first day)",
      to: "(its last day)",
      open: " If the month is not over yet, say so first.",
    }),
  },
  messages: async (context, input) => {
    const today = await todayOf(context);
    const month = input.month ?? addMonths(today.slice(0, 7), -1);
    const [from, to] = [`${month}-01`, lastDayOf(month)];
    const open = today <= to ? " The month is not over yet: say so first." : "";
    return [
      userMessage(closeRequest({ month, from, to, open })),
      await attach(context, reportResource, { report: "profit_loss", range: month }),
      await attach(context, categoriesResource),
    ];
  },
});

type Closed = {
  readonly month: string;
  readonly from: string;
  readonly to: string;
  /** Said of a month that is not over. */
  readonly open: string;
};

function closeRequest({ month, from, to, open }: Closed): string {
  return `Help me close the books of ${month}.${open}

The JSON that follows has its profit and loss as it stands, with what is left out and why, and then the categories with their slugs. ${DATA_IS_DATA} Amounts are in the team's currency, tax included, in the month in which money moved.

1. Call transactions_list once, with from ${from}, to ${to}, category_slug uncategorized and limit 100; while nextCursor is not null, again with it as cursor. Rows have a suggested_category where earlier ones of the same party agree.
2. Show me all of them as a table with date, name, amount and the category that you propose. Mark what you are unsure of, and ask me instead of guessing. Name what the notices say is left out: pending, transfers, no exchange rate.
3. After my yes, and only for what I have agreed to, call transactions_update_category once with all of it in changes.
4. Call reports_profit_loss with from ${from} and to ${to}. Tell me revenue, expense and delta before and after, and what is still open.
5. Call transactions_list with from ${from}, to ${to}, without_receipt true and limit 100; while nextCursor is not null, again with it as cursor. Name the payments that have no receipt yet, the largest first.

That is four calls, and one for each further page. Split and exported transactions, transfers and rates are mine to set in the web app; put them at the end as a list.`;
}

function resourceOf(report: "profit_loss" | "spending") {
  const { uri, description } = reportResource;
  return { uri: uri.replace("{report}", report), description };
}

const Nothing = z.strictObject({});

const howAreWeDoing = definePrompt<Context, typeof Nothing>({
  name: "how_are_we_doing",
  title: "How are we doing",
  tier: "read",
  description:
    "Says in a page how the business does: revenue, expense and profit of a year, what the money went to, and how long it lasts.",
  input: Nothing,
  skill: {
    data: [
      {
        resource: resourceOf("profit_loss"),
        tools: "reports_profit_loss with from and to, for the last twelve complete months",
      },
      {
        resource: resourceOf("spending"),
        tools: "reports_spending with from and to, for the last complete month",
      },
    ],
    request: howRequest("the last complete month"),
  },
  messages: async (context) => {
    const today = await todayOf(context);
    const last = addMonths(today.slice(0, 7), -1);
    const range = `${addMonths(last, -11)}-01..${lastDayOf(last)}`;
    return [
      userMessage(howRequest(last)),
      await attach(context, reportResource, { report: "profit_loss", range }),
      await attach(context, reportResource, { report: "spending", range: last }),
    ];
  },
});

function howRequest(last: string): string {
  return `Tell me how the business is doing, on one page that I can read in two minutes.

The JSON that follows has profit and loss of the twelve months up to ${last}, and then the spending of ${last} by category. ${DATA_IS_DATA} Amounts are in the team's currency, tax included, in the month in which money moved; left_out counts what is in no figure, and notices say why.

Call reports_runway for the months that the cash lasts, and reports_recurring_expenses for what is paid month after month: two calls.

1. In one sentence: profit or loss of the twelve months, and whether ${last} was better or worse than the mean of them.
2. A table of the months with revenue, expense and delta. Name the best, the worst, and what is a trend and what a single payment may explain.
3. What the money of ${last} went to: the five largest categories, and the share without a category.
4. How long the cash lasts, of how many months that is the mean, and which recurring payments are worth a look.
5. What these figures leave out, with numbers, and what I should do first to trust them more.

Use only figures that are in the data or in answers of your tools, and compute differences exactly. Change nothing.`;
}

export const reportPrompts: readonly Prompt<Context>[] = [howAreWeDoing, closeMyMonth];
