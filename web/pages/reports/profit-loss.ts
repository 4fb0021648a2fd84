import { api, type Output } from "../../api.ts";
import type { AllSeries } from "../../chart/data.ts";
import { moneyText } from "../../money.ts";
import { beforeOf, type Listed, monthName, rangeOf, withoutToday } from "./monthly.ts";
import {
  amount,
  type Asked,
  comparedTo,
  isNothing,
  listLink,
  notesOf,
  placeOf,
  type ReportView,
} from "./view.ts";

type ProfitLoss = Output<"GET /api/teams/:team/reports/profit-loss">;

export async function readProfitLoss(asked: Asked): Promise<ReportView> {
  return profitLossView(await api("GET /api/teams/:team/reports/profit-loss", withoutToday(asked)));
}

function profitLossView(report: ProfitLoss): ReportView {
  const { currency, months, totals, compared, left_out } = report;
  const places = months.map((month) => placeOf(month, report));
  const lists = {
    revenue: listLink(totals.lists.revenue),
    expense: listLink(totals.lists.expense),
    delta: listLink(totals.lists.delta),
  };
  const series: AllSeries = [
    {
      name: "Revenue",
      values: months.map(({ revenue }) => revenue),
      links: months.map(({ lists }) => listLink(lists.revenue)),
    },
    {
      name: "Expense",
      values: months.map(({ expense }) => expense),
      links: months.map(({ lists }) => listLink(lists.expense)),
    },
  ];
  return {
    currency,
    range: rangeOf(report),
    figure: { label: "Revenue less expense", cell: amount(totals.delta, currency, lists.delta) },
    compared:
      compared &&
      comparedTo(
        [totals.delta, compared.totals.delta],
        compared,
        listLink(compared.totals.lists.delta),
      ),
    finding: profitFinding(report),
    chart: { kind: "bars", places, series },
    table: {
      titles: ["Month", "Revenue", "Expense", "Result", ...(compared ? ["Result before"] : [])],
      rows: months.map(({ month, revenue, expense, delta, lists }, index) => ({
        key: month,
        name: places[index]?.name ?? month,
        note: places[index]?.note ?? null,
        cells: [
          amount(revenue, currency, listLink(lists.revenue)),
          amount(expense, currency, listLink(lists.expense)),
          amount(delta, currency, listLink(lists.delta)),
          ...beforeOf(deltaOf(compared?.months[index]), report),
        ],
      })),
      total: {
        key: "total",
        name: "Total",
        cells: [
          amount(totals.revenue, currency, lists.revenue),
          amount(totals.expense, currency, lists.expense),
          amount(totals.delta, currency, lists.delta),
          ...beforeOf(deltaOf(compared?.totals), report),
        ],
      },
    },
    notes: notesOf(report),
    isEmpty: isNothing(left_out, ...months.flatMap(({ revenue, expense }) => [revenue, expense])),
  };
}

type Delta = Pick<ProfitLoss["totals"], "delta" | "lists">;

function deltaOf(figures: Delta | undefined): Listed | undefined {
  return figures && { amount: figures.delta, list: figures.lists.delta };
}

function profitFinding({ totals, currency, months }: ProfitLoss): string {
  const { delta } = totals;
  // A month that is not over, or cut by the range, does not compare.
  const wholeMonths = months.filter(({ partial }) => !partial);
  const [best] = wholeMonths.toSorted((one, other) => other.delta - one.delta);
  const whole =
    delta < 0
      ? `Expense was ${moneyText(-delta, currency)} more than revenue`
      : `Revenue was ${moneyText(delta, currency)} more than expense`;
  return best === undefined || wholeMonths.length === 1
    ? whole
    : `${whole}; the best whole month was ${monthName(best.month)}`;
}
