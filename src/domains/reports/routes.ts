import { z } from "zod";
import { type Noticed, noticesOf } from "../../core/fields.ts";
import { json, defineRoute } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { todayOf } from "../team/today.ts";
import { balance, BalanceReport } from "./balance.ts";
import { inOneCurrency } from "./book.ts";
import { BurnRate, burnRate, Runway, runway } from "./burn-rate.ts";
import { ProfitLoss, profitLoss, Revenue, revenue } from "./profit-loss.ts";
import { beforeBooks, compare, firstMonth, Range, rangeBefore } from "./range.ts";
import { RecurringExpenses, recurringExpenses } from "./recurring-expenses.ts";
import { Spending, spending } from "./spending.ts";
import { tax, TaxReport } from "./tax.ts";
import { ForTopCustomers, TopCustomers, topCustomers } from "./top-customers.ts";

const Compared = Range.extend({
  /** Adds the figures of the range before it, or of the same days a year earlier: as far as the range has gone. */
  compare: compare.optional(),
});

const ofRange = {
  role: "member",
  input: Compared,
  example: () => ({ from: "2026-10-01", to: "2026-10-31", compare: "previous" as const }),
} as const;

/** Answers a report, with that of the range to compare with, or null. Its notices say where that has no books. */
function comparing<Report extends Noticed>(
  report: (context: Context, range: Range) => Promise<Report>,
) {
  return async (context: Context, { compare, ...range }: z.output<typeof Compared>) =>
    inOneCurrency(context, async (context) => {
      const before =
        compare === undefined ? null : rangeBefore(range, compare, await todayOf(context));
      const [asked, compared, first] = await Promise.all([
        report(context, range),
        before === null ? null : report(context, before),
        before === null ? null : firstMonth(context),
      ]);
      const without = before === null ? [] : beforeBooks(before, first);
      const notices = new Set([...(asked.notices ?? []), ...without]);
      return { ...asked, ...noticesOf([...notices]), compared };
    });
}

const profitLossRoute = defineRoute({
  ...ofRange,
  path: "GET /api/teams/:team/reports/profit-loss",
  output: json(ProfitLoss.extend({ compared: ProfitLoss.nullable() })),
  handler: comparing(profitLoss),
});

const revenueRoute = defineRoute({
  ...ofRange,
  path: "GET /api/teams/:team/reports/revenue",
  output: json(Revenue.extend({ compared: Revenue.nullable() })),
  handler: comparing(revenue),
});

const burnRateRoute = defineRoute({
  ...ofRange,
  path: "GET /api/teams/:team/reports/burn-rate",
  output: json(BurnRate.extend({ compared: BurnRate.nullable() })),
  handler: comparing(burnRate),
});

const spendingRoute = defineRoute({
  ...ofRange,
  path: "GET /api/teams/:team/reports/spending",
  output: json(Spending.extend({ compared: Spending.nullable() })),
  handler: comparing(spending),
});

const taxRoute = defineRoute({
  ...ofRange,
  path: "GET /api/teams/:team/reports/tax",
  output: json(TaxReport.extend({ compared: TaxReport.nullable() })),
  handler: comparing(tax),
});

const runwayRoute = defineRoute({
  path: "GET /api/teams/:team/reports/runway",
  role: "member",
  input: z.strictObject({}),
  output: json(Runway),
  example: () => ({}),
  handler: async (context: Context) => inOneCurrency(context, runway),
});

const balanceRoute = defineRoute({
  path: "GET /api/teams/:team/reports/balance",
  role: "member",
  input: z.strictObject({}),
  output: json(BalanceReport),
  example: () => ({}),
  handler: async (context: Context) => inOneCurrency(context, balance),
});

const recurringRoute = defineRoute({
  path: "GET /api/teams/:team/reports/recurring-expenses",
  role: "member",
  input: z.strictObject({}),
  output: json(RecurringExpenses),
  example: () => ({}),
  handler: async (context: Context) => inOneCurrency(context, recurringExpenses),
});

const topCustomersRoute = defineRoute({
  path: "GET /api/teams/:team/reports/top-customers",
  role: "member",
  input: ForTopCustomers,
  output: json(TopCustomers),
  example: () => ({ limit: 5 }),
  handler: async (context: Context, input) => topCustomers(context, input),
});

export const reportRoutes = [
  profitLossRoute,
  revenueRoute,
  burnRateRoute,
  spendingRoute,
  taxRoute,
  runwayRoute,
  balanceRoute,
  recurringRoute,
  topCustomersRoute,
] as const;
