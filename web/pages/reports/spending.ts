import { api } from "../../api.ts";
import { counted } from "../../counted.ts";
import { moneyText } from "../../money.ts";
import { wasOf, withoutToday } from "./monthly.ts";
import {
  amount,
  type Asked,
  comparedTo,
  isNothing,
  listLink,
  notesOf,
  plain,
  type ReportView,
} from "./view.ts";

/** Bars of the chart; the table has all. */
const MOST_BARS = 10;

export async function readSpending(asked: Asked): Promise<ReportView> {
  const report = await api("GET /api/teams/:team/reports/spending", withoutToday(asked));
  const { currency, items, total, list, uncategorized, compared, left_out } = report;
  const before = new Map(compared?.items.map((item) => [item.category_slug, item]));
  const [most] = items;
  return {
    currency,
    range: { from: report.from, to: report.to },
    figure: { label: "Spent, by category", cell: amount(total, currency, listLink(list)) },
    compared: compared && comparedTo([total, compared.total], compared, listLink(compared.list)),
    finding:
      most === undefined
        ? "Nothing is spent in a category in this range"
        : `Most was spent on ${most.name}: ${moneyText(most.amount, currency)}`,
    ranking: items.slice(0, MOST_BARS).map((item) => ({
      name: item.name,
      value: item.amount,
      text: moneyText(item.amount, currency),
      link: listLink(item.list),
    })),
    table: {
      titles: ["Category", "Transactions", "Amount", ...(compared ? ["Before"] : [])],
      rows: items.map((item) => ({
        key: item.category_slug,
        name: item.name,
        cells: [
          plain(String(item.count)),
          amount(item.amount, currency, listLink(item.list)),
          ...(compared ? [wasOf(before.get(item.category_slug), currency)] : []),
        ],
      })),
      total: {
        key: "total",
        name: "Total",
        cells: [
          plain(String(items.reduce((sum, { count }) => sum + count, 0))),
          amount(total, currency, listLink(list)),
          ...(compared ? [amount(compared.total, currency, listLink(compared.list))] : []),
        ],
      },
    },
    notes: [
      ...(uncategorized.count === 0
        ? []
        : [
            {
              text: `${counted(uncategorized.count, "transaction")} of ${moneyText(uncategorized.amount, currency)} without a category ${uncategorized.count === 1 ? "is" : "are"} not in the total.`,
              link: { words: "See what lacks one", link: listLink(uncategorized.list) },
            },
          ]),
      ...notesOf(report),
    ],
    isEmpty: items.length === 0 && isNothing(left_out, uncategorized.count),
  };
}
