import { api, type Output } from "../../api.ts";
import { majorText } from "../../numbers.ts";
import { periodName } from "./ranges.ts";
import {
  amount,
  type Asked,
  beforeOf,
  categoryRows,
  comparedTo,
  isNothing,
  type Listed,
  listLink,
  monthPlace,
  nameOfMonth,
  notesOf,
  partOf,
  type ReportTable,
  type ReportView,
  withoutToday,
} from "./view.ts";

type ProfitLoss = Output<"GET /api/teams/:team/reports/profit-loss">;

export async function readProfitLoss(asked: Asked): Promise<ReportView> {
  const report = await api("GET /api/teams/:team/reports/profit-loss", withoutToday(asked));
  const { currency, months, totals, compared, left_out } = report;
  const seriesOf = (name: string, figure: "revenue" | "expense") => ({
    name,
    // A chart has no gaps; the table beside it says what is not known.
    values: months.map((month) => month[figure] ?? 0),
    links: months.map(({ lists }) => listLink(lists[figure])),
  });
  return {
    currency,
    range: { from: report.from, to: report.to },
    figure: {
      label: "Revenue less expense",
      cell: amount(totals.delta, currency, listLink(totals.lists.delta), report.lacking),
    },
    compared:
      compared &&
      comparedTo(
        [totals.delta, compared.totals.delta],
        compared,
        listLink(compared.totals.lists.delta),
      ),
    finding: profitFinding(report),
    chart: {
      kind: "bars",
      places: months.map((month) => monthPlace(month, report)),
      series: [seriesOf("Revenue", "revenue"), seriesOf("Expense", "expense")],
    },
    table: byMonth(report),
    further: [{ title: "By category", table: byCategory(report) }],
    notes: notesOf(report),
    isEmpty: isNothing(left_out, ...months.flatMap(({ revenue, expense }) => [revenue, expense])),
  };
}

function byMonth(report: ProfitLoss): ReportTable {
  const { currency, months, totals, compared } = report;
  const cellsOf = ({ revenue, expense, delta, lists }: Figures) => [
    amount(revenue, currency, listLink(lists.revenue)),
    amount(expense, currency, listLink(lists.expense)),
    amount(delta, currency, listLink(lists.delta)),
  ];
  return {
    main: "Result",
    titles: [
      "Month",
      "Revenue",
      "Expense",
      "Result",
      ...(compared ? [`Result, ${periodName(compared)}`] : []),
    ],
    rows: months.map((figures, index) => {
      const { name, note } = monthPlace(figures, report);
      const before = beforeOf(listedIn(compared?.months[index], "delta"), report);
      return { key: figures.month, name, note, cells: [...cellsOf(figures), ...before] };
    }),
    total: {
      key: "total",
      name: "Total",
      cells: [...cellsOf(totals), ...beforeOf(listedIn(compared?.totals, "delta"), report)],
    },
  };
}

function byCategory(report: ProfitLoss): ReportTable {
  const { currency, categories, totals, compared } = report;
  const sumOf = (figure: "revenue" | "expense" | "delta") => [
    amount(totals[figure], currency, listLink(totals.lists[figure])),
    ...beforeOf(listedIn(compared?.totals, figure), report),
  ];
  const rowsOf = (figure: "revenue" | "expense") =>
    categoryRows(categories[figure], compared?.categories[figure], currency);
  return {
    main: "Amount",
    titles: ["Category", "Amount", ...(compared ? [periodName(compared)] : [])],
    rows: [
      ...partOf("Revenue", rowsOf("revenue"), sumOf("revenue")),
      ...partOf("Expense", rowsOf("expense"), sumOf("expense")),
    ],
    total: { key: "total", name: "Result", cells: sumOf("delta") },
  };
}

type Figures = Pick<ProfitLoss["totals"], "revenue" | "expense" | "delta" | "lists">;

function listedIn(
  figures: Figures | undefined,
  figure: keyof Figures["lists"],
): Listed | undefined {
  return figures && { amount: figures[figure], list: figures.lists[figure] };
}

function profitFinding({ totals, currency, months }: ProfitLoss): string {
  const { delta } = totals;
  if (delta === null) return "The result is not known";
  // Partial months do not compare.
  const whole = months.flatMap(({ partial, month, delta }) =>
    partial || delta === null ? [] : [{ month, delta }],
  );
  const [best] = whole.toSorted((one, other) => other.delta - one.delta);
  const profit =
    delta < 0
      ? `Expense was ${majorText(-delta, currency)} more than revenue`
      : `Revenue was ${majorText(delta, currency)} more than expense`;
  return best === undefined || whole.length === 1
    ? profit
    : `${profit}; the best whole month was ${nameOfMonth(best.month)}`;
}
