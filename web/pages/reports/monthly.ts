import { api } from "../../api.ts";
import type { AllSeries } from "../../chart/data.ts";
import { moneyText } from "../../money.ts";
import type { Range } from "./ranges.ts";
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

export async function readRevenue(asked: Asked): Promise<ReportView> {
  const report = await api("GET /api/teams/:team/reports/revenue", withoutToday(asked));
  const { currency, total, sources, compared, left_out } = report;
  const byMonth = monthsView(
    report,
    report.months.map((month) => ({ ...month, amount: month.revenue })),
    compared?.months.map(({ revenue, list }) => ({ amount: revenue, list })),
    "Revenue",
  );
  const before = new Map(compared?.sources.map((source) => [source.category_slug, source]));
  return {
    ...byMonth,
    figure: { label: "Revenue", cell: amount(total, currency, listLink(report.list)) },
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
          titles: ["Category", "Revenue", ...(compared ? ["Before"] : [])],
          rows: sources.map((source) => ({
            key: source.category_slug,
            name: source.name,
            cells: [
              amount(source.amount, currency, listLink(source.list)),
              ...(compared ? [wasOf(before.get(source.category_slug), currency)] : []),
            ],
          })),
        },
      },
    ],
    notes: notesOf(report),
    isEmpty: isNothing(left_out, ...report.months.map(({ revenue }) => revenue)),
  };
}

export async function readBurn(asked: Asked): Promise<ReportView> {
  const report = await api("GET /api/teams/:team/reports/burn-rate", withoutToday(asked));
  const { currency, average, compared, left_out } = report;
  const byMonth = monthsView(
    report,
    report.months.map((month) => ({ ...month, amount: month.burn })),
    compared?.months.map(({ burn, list }) => ({ amount: burn, list })),
    "Burn",
  );
  return {
    ...byMonth,
    figure:
      average === null
        ? {
            label: "So far; no whole month is over",
            cell: amount(
              report.months.reduce((sum, { burn }) => sum + burn, 0),
              currency,
              listLink({ figure: "burn", from: report.from, to: report.to }),
            ),
          }
        : {
            label: "On average in a whole month that is over",
            cell: amount(average, currency),
          },
    compared:
      average === null || compared === null || compared.average === null
        ? null
        : comparedTo([average, compared.average], compared),
    finding: finding("Burn", report, null, byMonth.most),
    notes: notesOf(report),
    isEmpty: isNothing(left_out, ...report.months.map(({ burn }) => burn)),
  };
}

type Monthly = Range & { readonly currency: string };

type MonthAmount = {
  readonly month: string;
  readonly partial: boolean;
} & Listed;

/** Chart and table of one amount a month, beside that of the month that it is compared with. */
function monthsView(
  report: Monthly,
  months: readonly MonthAmount[],
  before: readonly Listed[] | undefined,
  name: string,
) {
  const { currency } = report;
  const places = months.map((month) => ({
    ...placeOf(month, report),
    link: listLink(month.list),
  }));
  const now = { name, values: months.map(({ amount }) => amount) };
  const series: AllSeries =
    before === undefined
      ? [now]
      : [now, { name: "Before", values: months.map((_, index) => before[index]?.amount ?? 0) }];
  const [most] = months.toSorted((one, other) => other.amount - one.amount);
  return {
    currency,
    range: rangeOf(report),
    most,
    chart: { kind: "bars" as const, places, series },
    table: {
      titles: ["Month", name, ...(before === undefined ? [] : ["Before"])],
      rows: months.map((month, index) => ({
        key: month.month,
        name: places[index]?.name ?? month.month,
        note: places[index]?.note ?? null,
        cells: [
          amount(month.amount, currency, listLink(month.list)),
          ...(before === undefined ? [] : [wasOf(before[index], currency)]),
        ],
      })),
    },
  };
}

/** An amount with its list. */
export type Listed = { readonly amount: number; readonly list: Parameters<typeof listLink>[0] };

export function beforeOf(before: Listed | undefined, { currency }: { readonly currency: string }) {
  return before === undefined ? [] : [wasOf(before, currency)];
}

/** Cell of an item in the range to compare with; 0 when it was not there. */
export function wasOf(before: Listed | undefined, currency: string) {
  return before === undefined
    ? amount(0, currency)
    : amount(before.amount, currency, listLink(before.list));
}

function finding(
  name: string,
  report: Monthly,
  total: number | null,
  most: MonthAmount | undefined,
): string {
  if (most === undefined || most.amount <= 0) return `No ${name.toLowerCase()} in this range`;
  const top = `${moneyText(most.amount, report.currency)} in ${monthName(most.month)}`;
  if (report.from.slice(0, 7) === report.to.slice(0, 7)) return `${name} was ${top}`;
  return total === null
    ? `${name} was highest with ${top}`
    : `${name} was ${moneyText(total, report.currency)}, the most of it ${top}`;
}

export function monthName(month: string): string {
  return placeOf({ month, partial: false }, { from: `${month}-01`, to: `${month}-01` }).name;
}

export function rangeOf({ from, to }: Range): Range {
  return { from, to };
}

/** The input of the routes. */
export function withoutToday({ team, from, to, compare }: Asked) {
  return { team, from, to, compare };
}
