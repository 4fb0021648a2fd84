import { api, type Output } from "../../api.ts";
import type { AllSeries } from "../../chart/data.ts";
import { moneyText } from "../../money.ts";
import { withoutToday } from "./monthly.ts";
import {
  amount,
  type Asked,
  comparedTo,
  isNothing,
  listLink,
  type Note,
  notesOf,
  plain,
  type ReportView,
} from "./view.ts";

export async function readTax(asked: Asked): Promise<ReportView> {
  const report = await api("GET /api/teams/:team/reports/tax", withoutToday(asked));
  const { currency, rates, categories, collected, paid, net, compared } = report;
  const { without_tax, lists, left_out } = report;
  const rateName = ({ rate, type }: (typeof rates)[number]) =>
    [`${rate} %`, ...(type === null ? [] : [type.toUpperCase()])].join(" ");
  const series: AllSeries = [
    {
      name: "Collected",
      values: rates.map(({ collected }) => collected),
      links: rates.map(({ lists }) => listLink(lists.collected)),
    },
    {
      name: "Paid",
      values: rates.map(({ paid }) => paid),
      links: rates.map(({ lists }) => listLink(lists.paid)),
    },
  ];
  return {
    currency,
    range: { from: report.from, to: report.to },
    figure: {
      label: net < 0 ? "More paid than collected" : "Collected less paid",
      cell: amount(net, currency, listLink(lists.net)),
    },
    compared: compared && comparedTo([net, compared.net], compared, listLink(compared.lists.net)),
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
        cells: [
          amount(rate.collected, currency, listLink(rate.lists.collected)),
          amount(rate.paid, currency, listLink(rate.lists.paid)),
        ],
      })),
      total: {
        key: "total",
        name: "Total",
        cells: [
          amount(collected, currency, listLink(lists.collected)),
          amount(paid, currency, listLink(lists.paid)),
        ],
      },
    },
    further: [
      {
        title: "By category",
        table: {
          titles: ["Category", "Rate", "Transactions", "With tax", "Collected", "Paid"],
          rows: categories.map((item) => ({
            key: `${item.category_slug} ${rateName(item)} ${item.list.figure}`,
            name: item.name,
            cells: [
              plain(rateName(item)),
              plain(String(item.count)),
              amount(item.gross, currency, listLink(item.list)),
              side(item.collected, item.lists.collected, currency),
              side(item.paid, item.lists.paid, currency),
            ],
          })),
        },
      },
    ],
    notes: [...withoutTax(report), ...notesOf(report)],
    isEmpty: rates.length === 0 && isNothing(left_out, without_tax.count),
  };
}

/** Tax of one side; the other of a category has none, and no list. */
function side(tax: number, list: Parameters<typeof listLink>[0], currency: string) {
  return tax === 0 ? amount(tax, currency) : amount(tax, currency, listLink(list));
}

type Report = Output<"GET /api/teams/:team/reports/tax">;

/** Notes on what states no tax, each side with its list. */
function withoutTax({ without_tax, currency }: Report): readonly Note[] {
  const { revenue, bought, lists } = without_tax;
  const sides = [
    { amount: revenue, words: "of revenue", see: "See that revenue", list: lists.revenue },
    { amount: bought, words: "bought", see: "See what was bought", list: lists.bought },
  ];
  return sides.flatMap(({ amount, words, see, list }) =>
    amount === 0
      ? []
      : [
          {
            text: `${moneyText(amount, currency)} ${words} state no tax.`,
            link: { words: see, link: listLink(list) },
          },
        ],
  );
}
