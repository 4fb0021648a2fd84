import type { Output } from "../../api.ts";
import { signed } from "../../components/amount.tsx";
import type { FilterValues } from "../../list/filters.ts";
import { money } from "../../numbers.ts";
import { sumsOf } from "./sums.ts";
import { figureOf, isOfReports } from "./transaction.ts";

type Answer = Output<"GET /api/teams/:team/transactions">;

export function isOfTax(values: FilterValues): boolean {
  return figureOf(values)?.value.startsWith("tax") === true;
}

/** The totals; those of a figure, and of what it leaves out, are as reports tell them. */
export function totalsOf(totals: NonNullable<Answer["totals"]>, values: FilterValues) {
  const { count, counted, entries, by_currency, figure_minor, currency } = totals;
  const left = count - counted;
  const isLeftOut = figure_minor === null && isOfReports(values);
  const inBase = totals.in_minor === 0 && totals.out_minor === 0 ? [] : [totals];
  const lines = [
    ...(figure_minor === null
      ? sumsOf(isLeftOut && values["left_out"] !== "no_rate" ? inBase : by_currency)
      : [`${figureOf(values)?.label} ${money(figure_minor, currency)}`]),
    ...(isOfReports(values) && entries !== count
      ? [`${entries.toLocaleString("en-GB")} with parts of split ones`]
      : []),
  ];
  return {
    count,
    ...(lines.length + left === 0 ? {} : { sums: { Amount: lines } }),
    ...(left === 0 ? {} : { rest: restOf(left, values) }),
  };
}

/** Number of those that no sum has, as a link to them where the list has others too. */
function restOf(left: number, values: FilterValues) {
  return {
    words: `${left.toLocaleString("en-GB")} left out: transfers, pending, excluded`,
    to: values["counted"] === "no" ? null : { ...values, counted: "no" },
  };
}

export function groupSumsOf(months: Answer["months"]): Readonly<Record<string, string>> {
  const byMonth = Map.groupBy(months, ({ month }) => month);
  return Object.fromEntries(
    [...byMonth].map(([month, sums]) => [
      month,
      sums
        .map(({ in_minor, out_minor, currency }) => signed(in_minor + out_minor, currency))
        .join(" · "),
    ]),
  );
}
