import { api } from "../../api.ts";
import type { AllSeries } from "../../chart/data.ts";
import { counted } from "../../counted.ts";
import { moneyText } from "../../money.ts";
import { withoutToday } from "./monthly.ts";
import {
  amount,
  type Asked,
  comparedTo,
  isNothing,
  notesOf,
  plain,
  type ReportView,
} from "./view.ts";

export async function readTax(asked: Asked): Promise<ReportView> {
  const report = await api("GET /api/teams/:team/reports/tax", withoutToday(asked));
  const { currency, rates, categories, collected, paid, net, compared } = report;
  const { without_tax, left_out, notices } = report;
  const rateName = ({ rate, type }: (typeof rates)[number]) =>
    [`${rate} %`, ...(type === null ? [] : [type.toUpperCase()])].join(" ");
  const series: AllSeries = [
    { name: "Collected", values: rates.map(({ collected }) => collected) },
    { name: "Paid", values: rates.map(({ paid }) => paid) },
  ];
  return {
    currency,
    range: { from: report.from, to: report.to },
    figure: {
      label: net < 0 ? "More paid than collected" : "Collected less paid",
      cell: amount(net, currency),
    },
    compared: compared && comparedTo([net, compared.net], compared),
    finding: `${moneyText(collected, currency)} of tax was collected and ${moneyText(paid, currency)} paid`,
    ...(rates.length === 0
      ? {}
      : {
          chart: {
            kind: "bars" as const,
            places: rates.map((rate) => ({ label: `${rate.rate} %`, name: rateName(rate) })),
            series,
          },
        }),
    table: {
      titles: ["Rate", "Collected", "Paid"],
      rows: rates.map((rate) => ({
        key: rateName(rate),
        name: rateName(rate),
        cells: [amount(rate.collected, currency), amount(rate.paid, currency)],
      })),
      total: {
        key: "total",
        name: "Total",
        cells: [amount(collected, currency), amount(paid, currency)],
      },
    },
    further: [
      {
        title: "By category",
        table: {
          titles: ["Category", "Rate", "Transactions", "With tax", "Collected", "Paid"],
          rows: categories.map((item) => ({
            key: `${item.category_slug} ${rateName(item)}`,
            name: item.name,
            cells: [
              plain(rateName(item)),
              plain(String(item.count)),
              amount(item.gross, currency),
              amount(item.collected, currency),
              amount(item.paid, currency),
            ],
          })),
        },
      },
    ],
    notes: [
      ...(without_tax.count === 0
        ? []
        : [
            {
              text: `${counted(without_tax.count, "transaction")} of this range ${without_tax.count === 1 ? "states" : "state"} no tax: ${moneyText(without_tax.revenue, currency)} of revenue, ${moneyText(without_tax.bought, currency)} bought.`,
            },
          ]),
      ...notesOf(notices, left_out, report),
    ],
    isEmpty: rates.length === 0 && isNothing(left_out, without_tax.count),
  };
}
