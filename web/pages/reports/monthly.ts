import { api, type Output } from "../../api.ts";
import type { AllSeries } from "../../chart/data.ts";
import { counted, majorText } from "../../numbers.ts";
import { months, periodName, type Range } from "./ranges.ts";
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
  type ReportView,
  wasOf,
  withoutToday,
} from "./view.ts";

export async function readRevenue(asked: Asked): Promise<ReportView> {
  const report = await api("GET /api/teams/:team/reports/revenue", withoutToday(asked));
  const { currency, total, sources, compared, left_out } = report;
  const byMonth = monthsView(
    report,
    report.months.map((month) => ({ ...month, amount: month.revenue })),
    compared && {
      name: periodName(compared),
      months: compared.months.map(({ revenue, list }) => ({ amount: revenue, list })),
    },
    "Revenue",
  );
  const [top] = sources.toSorted((one, other) => other.amount - one.amount);
  return {
    ...byMonth,
    figure: {
      label: "Received, less refunds",
      cell: amount(total, currency, listLink(report.list), report.lacking),
    },
    ...(top === undefined
      ? {}
      : { short: `Most as ${top.name}: ${majorText(top.amount, currency)}` }),
    compared: compared && comparedTo([total, compared.total], compared, listLink(compared.list)),
    finding: finding("Revenue", report, total, byMonth.most),
    table: {
      ...byMonth.table,
      total: {
        key: "total",
        name: "Total",
        cells: [
          amount(total, currency, listLink(report.list)),
          ...beforeOf(
            compared === null ? undefined : { ...compared, amount: compared.total },
            report,
          ),
        ],
      },
    },
    further: [
      {
        title: "By category",
        table: {
          main: "Revenue",
          titles: ["Category", "Revenue", ...(compared ? [periodName(compared)] : [])],
          rows: categoryRows(sources, compared?.sources, currency),
        },
      },
    ],
    notes: notesOf(report),
    isEmpty: isNothing(left_out, ...report.months.map(({ revenue }) => revenue)),
  };
}

export async function readBurn(asked: Asked): Promise<ReportView> {
  const report = await api("GET /api/teams/:team/reports/burn-rate", withoutToday(asked));
  const { currency, average, averaged, compared, lacking, left_out } = report;
  const byMonth = monthsView(
    report,
    report.months.map((month) => ({ ...month, amount: month.burn })),
    compared && {
      name: periodName(compared),
      months: compared.months.map(({ burn, list }) => ({ amount: burn, list })),
    },
    "Burn",
  );
  return {
    ...byMonth,
    figure:
      averaged.length === 0
        ? {
            label:
              report.to < asked.today
                ? "In all; no whole month since the books begin"
                : "So far; no whole month is over",
            cell: amount(report.total, currency, burnLink(report), lacking),
          }
        : {
            label: averageWords(averaged, asked.today),
            cell: amount(average, currency, undefined, lacking),
          },
    compared: compared && burnBefore(report, compared),
    finding: finding("Burn", report, null, byMonth.most),
    notes: notesOf(report),
    isEmpty: isNothing(left_out, ...report.months.map(({ burn }) => burn)),
  };
}

/** `Average per month, last 12 full months`. */
function averageWords(averaged: readonly string[], today: string): string {
  const isLast = averaged.at(-1) === months(today, -1, 1).from.slice(0, 7);
  if (averaged.length === 1) return isLast ? "In the last full month" : "In one full month";
  return `Average per month, ${isLast ? "last " : ""}${counted(averaged.length, "full month")}`;
}

type Burn = Pick<
  Output<"GET /api/teams/:team/reports/burn-rate">,
  "from" | "to" | "currency" | "average" | "averaged" | "total"
>;

/** Compares averages of whole months, or else all days of both ranges. Null when only one range has an average. */
function burnBefore(report: Burn, before: Burn) {
  if (report.averaged.length === 0)
    return comparedTo([report.total, before.total], before, burnLink(before));
  return comparedTo([report.average, before.average], before);
}

function burnLink({ from, to }: Burn) {
  return listLink({ figure: "burn", from, to });
}

type Monthly = Range & { readonly currency: string };

type MonthAmount = Listed & { readonly month: string; readonly partial: boolean };

function monthsView(
  report: Monthly,
  months: readonly MonthAmount[],
  before: { readonly name: string; readonly months: readonly Listed[] } | null,
  name: string,
) {
  const { currency } = report;
  const places = months.map((month) => ({
    ...monthPlace(month, report),
    link: listLink(month.list),
  }));
  // A chart has no gaps; the table beside it says what is not known.
  const now = { name, values: months.map(({ amount }) => amount ?? 0) };
  const series: AllSeries =
    before === null
      ? [now]
      : [now, { name: before.name, values: months.map((_, at) => before.months[at]?.amount ?? 0) }];
  // Amounts that are not known come before months without any.
  const rank = ({ amount }: MonthAmount) => amount ?? Number.MIN_VALUE;
  const [most] = months.toSorted((one, other) => rank(other) - rank(one));
  return {
    currency,
    range: { from: report.from, to: report.to },
    most,
    chart: { kind: "bars" as const, places, series },
    table: {
      main: name,
      titles: ["Month", name, ...(before === null ? [] : [before.name])],
      rows: months.map((month, index) => ({
        key: month.month,
        name: places[index]?.name ?? month.month,
        note: places[index]?.note ?? null,
        cells: [
          amount(month.amount, currency, listLink(month.list)),
          ...(before === null ? [] : [wasOf(before.months[index], currency)]),
        ],
      })),
    },
  };
}

function finding(
  name: string,
  report: Monthly,
  total: number | null,
  most: MonthAmount | undefined,
): string {
  if (most?.amount === null) return `${name} is not known`;
  if (most === undefined || most.amount <= 0) return `No ${name.toLowerCase()} in this range`;
  const top = `${majorText(most.amount, report.currency)} in ${nameOfMonth(most.month)}`;
  if (report.from.slice(0, 7) === report.to.slice(0, 7)) return `${name} was ${top}`;
  return total === null
    ? `${name} was highest with ${top}`
    : `${name} was ${majorText(total, report.currency)}, highest with ${top}`;
}
