import { minorDigits } from "../../../src/shared/money.ts";
import { api, type Output } from "../../api.ts";
import type { Others, Ranked } from "../../chart/ranking.tsx";
import { counted, majorText } from "../../numbers.ts";
import { periodName } from "./ranges.ts";
import {
  amount,
  type Asked,
  besideBefore,
  comparedTo,
  isNothing,
  listLink,
  notesOf,
  plainCell,
  type ReportTable,
  type ReportView,
  wasOf,
  withoutToday,
} from "./view.ts";

type Spending = Output<"GET /api/teams/:team/reports/spending">;

export async function readSpending(asked: Asked): Promise<ReportView> {
  const report = await api("GET /api/teams/:team/reports/spending", withoutToday(asked));
  const { currency, items, total, list, uncategorized, capital, compared, lacking, left_out } =
    report;
  const [most] = items;
  return {
    currency,
    range: { from: report.from, to: report.to },
    figure: {
      label:
        uncategorized.amount === 0
          ? "Spent, by category"
          : `Spent with a category; ${majorText(uncategorized.amount, currency)} has none`,
      cell: amount(total, currency, listLink(list), lacking),
    },
    compared: compared && comparedTo([total, compared.total], compared, listLink(compared.list)),
    finding:
      most === undefined
        ? "Nothing is spent in a category in this range"
        : `Most was spent on ${most.name}: ${majorText(most.amount, currency)}`,
    remark:
      capital.amount === 0
        ? null
        : {
            text: `${majorText(capital.amount, currency)} of it is capital, such as draws of owners and repaid loans: it uses up cash, and is not in profit and loss.`,
            link: { words: "See this capital", link: listLink(capital.list) },
          },
    ...withOthers(
      items.map((item) => ({
        name: item.name,
        value: item.amount,
        text: majorText(item.amount, currency),
        link: listLink(item.list),
      })),
      currency,
    ),
    table: byCategory(report),
    notes: [
      ...(uncategorized.count === 0
        ? []
        : [
            {
              text: `${counted(uncategorized.count, "transaction")} of ${majorText(uncategorized.amount, currency)} without a category ${uncategorized.count === 1 ? "is" : "are"} not in the total.`,
              link: { words: "See what lacks one", link: listLink(uncategorized.list) },
            },
          ]),
      ...notesOf(report),
    ],
    isEmpty: items.length === 0 && isNothing(left_out, uncategorized.count),
  };
}

function byCategory({ currency, items, total, list, compared }: Spending): ReportTable {
  return {
    titles: ["Category", "Transactions", "Amount", ...(compared ? [periodName(compared)] : [])],
    main: "Amount",
    rows: besideBefore(items, compared?.items).map(({ key, name, now, before }) => ({
      key,
      name,
      cells: [
        plainCell(String(now?.count ?? 0)),
        wasOf(now, currency),
        ...(compared ? [wasOf(before, currency)] : []),
      ],
    })),
    total: {
      key: "total",
      name: "Total",
      cells: [
        plainCell(String(items.reduce((sum, { count }) => sum + count, 0))),
        amount(total, currency, listLink(list)),
        ...(compared ? [amount(compared.total, currency, listLink(compared.list))] : []),
      ],
    },
  };
}

const MOST_BARS = 10;

/** Joins the smallest bars into one, so that all bars come to the whole. */
export function withOthers(
  all: readonly Ranked[],
  currency: string,
): { readonly ranking: readonly Ranked[]; readonly others?: Others } {
  // One bar for one item would only hide its name.
  if (all.length <= MOST_BARS + 1) return { ranking: all };
  const items = all.slice(MOST_BARS);
  const digits = 10 ** minorDigits(currency);
  const value = items.reduce((sum, item) => sum + Math.round(item.value * digits), 0) / digits;
  const others = {
    name: `Others (${items.length})`,
    value,
    text: majorText(value, currency),
    items,
  };
  return { ranking: all.slice(0, MOST_BARS), others };
}
