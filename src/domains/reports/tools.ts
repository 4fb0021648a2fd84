import { z } from "zod";
import { defineTool, type Tool } from "../../core/tool.ts";
import type { Context } from "../../db/context.ts";
import { balance, ToldBalance } from "./balance.ts";
import { inOneCurrency } from "./book.ts";
import { burnRate, runway, ToldBurnRate, ToldRunway } from "./burn-rate.ts";
import { profitLoss, revenue, ToldProfitLoss, ToldRevenue } from "./profit-loss.ts";
import { Range } from "./range.ts";
import { recurringExpenses, ToldRecurring } from "./recurring-expenses.ts";
import { spending, ToldSpending } from "./spending.ts";
import { tax, ToldTax } from "./tax.ts";
import { ForTopCustomers, topCustomers } from "./top-customers.ts";

const Nothing = z.strictObject({});

const ProfitLossAsked = Range.extend({
  tax: z.boolean().nullish().describe("adds tax by rate"),
});

const example = () => ({ from: "2026-10-01", to: "2026-10-31" });

/** Rows whose fields the description names: the schemas name few, so that the list of tools stays short. */
const rows = z.array(z.looseObject({}));

/** Leaves out what only pages need of a report. */
function telling<Input, Told extends z.ZodObject>(
  told: Told,
  report: (context: Context, input: Input) => Promise<unknown>,
) {
  return async (context: Context, input: Input): Promise<z.output<Told>> =>
    told.parse(await inOneCurrency(context, async (context) => report(context, input)));
}

export const reportTools: readonly Tool<Context>[] = [
  defineTool({
    name: "reports_profit_loss",
    title: "Profit and loss",
    tier: "read",
    resource: "reports",
    description:
      "Returns revenue, expense and delta by month: cash basis, tax included, less refunds. tax: true adds the tax that transactions state, collected, paid and their difference, by rate.",
    effect: "Reads revenue, expense and the result of each month, and the taxes.",
    input: ProfitLossAsked,
    output: z.looseObject({ months: rows, totals: z.looseObject({}) }),
    example,
    handler: telling(
      ToldProfitLoss.extend({ tax: ToldTax.optional() }),
      async (context, { tax: hasTax, ...range }: z.output<typeof ProfitLossAsked>) => {
        const report = await profitLoss(context, range);
        return hasTax === true ? { ...report, tax: await tax(context, range) } : report;
      },
    ),
  }),
  defineTool({
    name: "reports_burn_rate",
    title: "Burn rate",
    tier: "read",
    resource: "reports",
    description:
      "Returns burn (expense, draws, repaid loans, assets) by month; average of whole months since the books begin.",
    effect: "Reads how much money each month used up.",
    input: Range,
    output: z.looseObject({ months: rows, average: z.number().nullable() }),
    example,
    handler: telling(ToldBurnRate, burnRate),
  }),
  defineTool({
    name: "reports_revenue",
    title: "Revenue",
    tier: "read",
    resource: "reports",
    description:
      "Returns revenue by month, and sources by category: cash basis, tax included, less refunds.",
    effect: "Reads revenue by month and by category.",
    input: Range,
    output: z.looseObject({ months: rows, total: z.number().nullable() }),
    example,
    handler: telling(ToldRevenue, revenue),
  }),
  defineTool({
    name: "reports_spending",
    title: "Spending",
    tier: "read",
    resource: "reports",
    description:
      "Returns burn by category, less refunds; what is uncategorized stands beside the total.",
    effect: "Reads spending by category.",
    input: Range,
    output: z.looseObject({
      items: z.array(z.looseObject({ category_slug: z.string(), amount: z.number() })),
    }),
    example,
    handler: telling(ToldSpending, spending),
  }),
  defineTool({
    name: "reports_runway",
    title: "Runway",
    tier: "read",
    resource: "reports",
    description:
      "Returns months that cash lasts at the mean burn of the last 6; null when nothing burns.",
    effect: "Reads how many months the cash lasts at the burn of the last six.",
    input: Nothing,
    output: z.looseObject({
      months: z.number().nullable(),
      cash: z.number().nullable(),
      avg_burn: z.number().nullable(),
    }),
    example: () => ({}),
    handler: telling(ToldRunway, runway),
  }),
  defineTool({
    name: "reports_balance",
    title: "Balance",
    tier: "read",
    resource: "reports",
    description:
      "Returns balances of enabled accounts by currency, debts negative; as_of is the oldest.",
    effect: "Reads the balances of accounts by currency.",
    input: Nothing,
    output: z.looseObject({
      items: z.array(z.looseObject({ currency: z.string(), amount: z.number() })),
    }),
    example: () => ({}),
    handler: telling(ToldBalance, balance),
  }),
  defineTool({
    name: "reports_top_customers",
    title: "Top customers",
    tier: "read",
    resource: "reports",
    description:
      "Returns customers by paid invoices in each currency, largest first; null for a deleted one.",
    effect: "Reads which customers paid the most.",
    input: ForTopCustomers,
    output: z.looseObject({ items: rows }),
    example: () => ({ limit: 5 }),
    handler: topCustomers,
  }),
  defineTool({
    name: "reports_recurring_expenses",
    title: "Recurring expenses",
    tier: "read",
    resource: "reports",
    description:
      "Returns counterparties paid in 3 or more of the last 6 months, and the mean they got.",
    effect: "Reads who was paid in at least three of the last six months.",
    input: Nothing,
    output: z.looseObject({
      items: z.array(z.looseObject({ counterparty: z.string(), avg_amount: z.number() })),
    }),
    untrusted: ["items.counterparty"],
    example: () => ({}),
    handler: telling(ToldRecurring, recurringExpenses),
  }),
];
