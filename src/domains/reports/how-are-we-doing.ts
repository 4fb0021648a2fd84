import { z } from "zod";
import { attach, DATA_IS_DATA, definePrompt, userMessage } from "../../core/prompt.ts";
import type { Context } from "../../db/context.ts";
import { todayOf } from "../team/today.ts";
import { addMonths, lastDayOf } from "./range.ts";
import { reportResource } from "./report-resource.ts";

const Input = z.strictObject({});

export const howAreWeDoing = definePrompt<Context, typeof Input>({
  name: "how_are_we_doing",
  title: "How are we doing",
  tier: "read",
  description:
    "Says in a page how the business does: revenue, expense and profit of a year, what the money went to, and how long it lasts.",
  input: Input,
  messages: async (context) => {
    const today = await todayOf(context);
    const last = addMonths(today.slice(0, 7), -1);
    const range = `${addMonths(last, -11)}-01..${lastDayOf(last)}`;
    return [
      userMessage(request(last)),
      await attach(context, reportResource, { report: "profit_loss", range }),
      await attach(context, reportResource, { report: "spending", range: last }),
    ];
  },
});

function request(last: string): string {
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
