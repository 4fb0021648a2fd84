import { z } from "zod";
import { parseArguments } from "../../core/arguments.ts";
import { noticesOf } from "../../core/fields.ts";
import { jsonContents, type Resource } from "../../core/resource.ts";
import type { Context } from "../../db/context.ts";
import { todayOf } from "../team/today.ts";
import { inOneCurrency } from "./book.ts";
import { burnRate, ToldBurnRate } from "./burn-rate.ts";
import { profitLoss, revenue, ToldProfitLoss, ToldRevenue } from "./profit-loss.ts";
import { addMonths, lastDayOf, Range } from "./range.ts";
import { spending, ToldSpending } from "./spending.ts";
import { tax, ToldTax } from "./tax.ts";

type Reader = (context: Context, range: Range) => Promise<object>;

const REPORTS = {
  profit_loss: async (context, range) => ToldProfitLoss.parse(await profitLoss(context, range)),
  burn_rate: async (context, range) => ToldBurnRate.parse(await burnRate(context, range)),
  revenue: async (context, range) => {
    const { sources, ...report } = ToldRevenue.parse(await revenue(context, range));
    return { ...report, ...cut("sources", sources, report.notices) };
  },
  spending: async (context, range) => {
    const { items, ...report } = ToldSpending.parse(await spending(context, range));
    return { ...report, ...cut("items", items, report.notices) };
  },
  tax: async (context, range) => ToldTax.parse(await tax(context, range)),
} as const satisfies Record<string, Reader>;

/** Categories that a report tells, so that it stays below about 5,000 tokens whatever a team has. */
const MOST_ROWS = 100;

function cut(name: string, rows: readonly object[], notices: readonly string[] = []) {
  const left = rows.length - MOST_ROWS;
  const more = `${left} more categories with less are in the total, and in the tool of this report.`;
  return {
    [name]: rows.slice(0, MOST_ROWS),
    ...noticesOf([...notices, ...(left > 0 ? [more] : [])]),
  };
}

const spanned = z
  .string()
  .trim()
  .regex(/^\d{4}(?:-\d{2}|-Q[1-4])?$|^\d{4}-\d{2}-\d{2}\.\.\d{4}-\d{2}-\d{2}$/, {
    error:
      "must be a month (2026-10), a quarter (2026-Q3), a year (2026), or two days (2026-10-15..2026-11-14)",
    abort: true,
  })
  .transform(rangeOf)
  .pipe(Range);

function rangeOf(text: string): { readonly from: string; readonly to: string } {
  const [from = "", to] = text.split("..");
  if (to !== undefined) return { from, to };
  const [first, last] = monthsIn(text);
  const isMonth = z.iso.date().safeParse(`${last}-01`).success;
  return { from: `${first}-01`, to: isMonth ? lastDayOf(last) : `${last}-01` };
}

function monthsIn(text: string): readonly [first: string, last: string] {
  if (text.length === 4) return [`${text}-01`, `${text}-12`];
  const quarter = /^(\d{4})-Q(\d)$/.exec(text);
  if (quarter === null) return [text, text];
  const last = addMonths(`${quarter[1]}-12`, 3 * (Number(quarter[2]) - 4));
  return [addMonths(last, -2), last];
}

const names = z.enum(["profit_loss", "burn_rate", "revenue", "spending", "tax"]);

const Variables = z.strictObject({ report: names, range: spanned });

export const reportResource: Resource<Context> = {
  uri: "ledgerport://reports/{report}/{range}",
  name: "report",
  title: "Report",
  tier: "read",
  description:
    "A report (profit_loss, burn_rate, revenue, spending, tax) of a month (2026-10), a quarter (2026-Q3), a year (2026) or two days (2026-10-15..2026-11-14).",
  mimeType: "application/json",
  completions: {
    report: async (_context, typed) =>
      names.options.filter((name) => name.startsWith(typed.trim())),
    range: recentRanges,
  },
  read: async (context, variables) => {
    const { report, range } = parseArguments(Variables, variables);
    const read = async (context: Context) => REPORTS[report](context, range);
    const found = await inOneCurrency(context, read);
    return jsonContents(context, { report, ...range, ...found });
  },
};

/** Months of the last two years, this one first, and the years they are in. */
async function recentRanges(context: Context, typed: string): Promise<readonly string[]> {
  const month = (await todayOf(context)).slice(0, 7);
  const months = Array.from({ length: 24 }, (_, index) => addMonths(month, -index));
  const years = new Set(months.map((month) => month.slice(0, 4)));
  return [...months, ...years].filter((range) => range.startsWith(typed.trim()));
}
