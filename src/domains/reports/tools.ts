import { z } from "zod";
import { noticesOf } from "../../core/fields.ts";
import { defineTool, type Tool } from "../../core/tool.ts";
import type { Context } from "../../db/context.ts";
import { balanceOf, ToldBalanceOf } from "./balance.ts";
import { inOneCurrency } from "./book.ts";
import { burnRate, runway, ToldBurnRate, ToldRunway } from "./burn-rate.ts";
import { counterparties, GroupedRange, ToldCounterparties } from "./counterparties.ts";
import { profitLoss, revenue, ToldProfitLoss, ToldRevenue } from "./profit-loss.ts";
import { AsOf, Range } from "./range.ts";
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

const BY_COUNTERPARTY = { counterparties: ToldCounterparties.optional() };

/** Adds the sums by counterparty where they are asked for. */
function byCounterparty<Report extends object>(
  report: (context: Context, range: Range) => Promise<Report>,
  figure: "revenue" | "burn",
) {
  return async (context: Context, { group_by, ...range }: z.output<typeof GroupedRange>) => {
    const found = await report(context, range);
    if (group_by !== "counterparty") return found;
    return { ...found, counterparties: await counterparties(context, range, figure) };
  };
}

export const reportTools: readonly Tool<Context>[] = [
  defineTool({
    name: "reports_profit_loss",
    title: "Profit and loss",
    tier: "read",
    resource: "reports",
    description:
      "Returns revenue, expense and delta by month: cash basis, tax included, less refunds, without pending, excluded, transfers and capital. tax: true adds the tax that transactions state, collected, paid and their difference, by rate; to_state is what was paid to tax offices, which is in expense.",
    effect: "Reads revenue, expense and the result of each month, and the taxes.",
    input: ProfitLossAsked,
    output: z.looseObject({ months: rows, totals: z.looseObject({}) }),
    example,
    handler: telling(
      ToldProfitLoss.extend({ tax: ToldTax.optional() }),
      async (context, { tax: hasTax, ...range }: z.output<typeof ProfitLossAsked>) => {
        const report = await profitLoss(context, range);
        if (hasTax !== true) return report;
        const { notices = [], ...taxes } = await tax(context, range);
        const more = notices.filter((notice) => report.notices?.includes(notice) !== true);
        return { ...report, tax: { ...taxes, ...noticesOf(more) } };
      },
    ),
  }),
  defineTool({
    name: "reports_burn_rate",
    title: "Burn rate",
    tier: "read",
    resource: "reports",
    description:
      "Returns gross burn (expense, draws, repaid loans, assets; no revenue taken off) by month, tax included; average of whole months since the books begin.",
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
      "Returns revenue by month, and sources by category: cash basis, tax included, less refunds. group_by adds who paid it.",
    effect: "Reads revenue by month and by category.",
    input: GroupedRange,
    output: z.looseObject({ months: rows, total: z.number().nullable() }),
    untrusted: ["counterparties.items.counterparty"],
    example,
    handler: telling(ToldRevenue.extend(BY_COUNTERPARTY), byCounterparty(revenue, "revenue")),
  }),
  defineTool({
    name: "reports_spending",
    title: "Spending",
    tier: "read",
    resource: "reports",
    description:
      "Returns gross burn by category, tax included, less refunds; what is uncategorized stands beside the total. group_by adds who got it, uncategorized too.",
    effect: "Reads spending by category.",
    input: GroupedRange,
    output: z.looseObject({
      items: z.array(z.looseObject({ category_slug: z.string(), amount: z.number() })),
    }),
    untrusted: ["counterparties.items.counterparty"],
    example,
    handler: telling(ToldSpending.extend(BY_COUNTERPARTY), byCounterparty(spending, "burn")),
  }),
  defineTool({
    name: "reports_runway",
    title: "Runway",
    tier: "read",
    resource: "reports",
    description:
      "Returns months that cash lasts at the mean gross burn of the last 6; null when nothing burns. net takes revenue off the burn. as_of asks of the end of a past day.",
    effect: "Reads how many months the cash lasts at the burn of the last six.",
    input: AsOf,
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
      "Returns balances of enabled accounts by currency, debts negative, now or at the end of as_of, which adds accounts. oldest_known is the oldest day to which an account is known.",
    effect: "Reads the balances of accounts by currency.",
    input: AsOf,
    output: z.looseObject({
      items: z.array(z.looseObject({ currency: z.string(), amount: z.number() })),
    }),
    example: () => ({}),
    handler: telling(ToldBalanceOf, balanceOf),
  }),
  defineTool({
    name: "reports_top_customers",
    title: "Top customers",
    tier: "read",
    resource: "reports",
    description:
      "Returns customers by invoices that were paid in full from from to to, tax included, in each currency, largest first; null for a deleted one. Other money and part payments are not in it: reports_revenue with group_by ranks who paid any revenue.",
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
      "Returns counterparties paid in 3 or more of the last 6 months: mean, cadence, category of the newest payment, first and last price in its own currency, and price_changes, null where amounts vary. this_month is in the prices, not in mean, months or last_date.",
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
