import { api } from "../../api.ts";
import type { ListLink } from "../../chart/data.ts";
import { shortDay } from "../../dates.ts";
import { counted, majorText } from "../../numbers.ts";
import { rangeText } from "./ranges.ts";
import {
  amount,
  type Asked,
  isNothing,
  listLink,
  notesOf,
  plainCell,
  type ReportView,
  unknownWords,
} from "./view.ts";

const CASH: ListLink = { to: "/reports/balance", search: {} };

const MOST_MONTHS = 24;

export async function readRunway({ team }: Asked): Promise<ReportView> {
  const report = await api("GET /api/teams/:team/reports/runway", { team });
  const { currency, months, cash, avg_burn, months_used, list, lacking, left_out } = report;
  const unknown = [...(cash === null ? lacking.cash : []), ...lacking.burn];
  const isKnown = cash !== null && avg_burn !== null;
  const burnLink: ListLink | undefined =
    list === null
      ? undefined
      : { to: "/reports/burn-rate", search: { from: list.from, to: list.to } };
  const left = !isKnown || months === null || months === 0 ? [] : remaining(cash, avg_burn, months);
  return {
    currency,
    figure: {
      label: `At the average burn of the last ${months_used > 1 ? counted(months_used, "month") : "month"}, if no money comes in`,
      cell: plainCell(
        !isKnown
          ? unknownWords([...new Set(unknown)].toSorted())
          : months === null
            ? "No end in sight"
            : counted(months, "month"),
      ),
    },
    finding: !isKnown
      ? "The cash or the burn is not known, so that no month can be counted"
      : months === null
        ? "Nothing is used up on average, so that cash does not run out"
        : `${majorText(cash, currency)} of cash last ${counted(months, "month")} at ${majorText(avg_burn, currency)} a month, if no money comes in`,
    ...(left.length < 2
      ? {}
      : {
          chart: {
            kind: "lines" as const,
            places: left.map(({ after }) => ({
              at: after,
              label: after === 0 ? "Now" : `+${Math.ceil(after)}`,
              name: after === 0 ? "Now" : `In ${counted(after, "month")}`,
            })),
            placesAre: "Months from now",
            series: [{ name: "Cash left", values: left.map(({ cash }) => cash) }],
          },
        }),
    table: {
      titles: ["What", "Amount"],
      rows: [
        {
          key: "cash",
          name: "Cash in accounts",
          cells: [amount(cash, currency, CASH, lacking.cash)],
        },
        {
          key: "burn",
          name: `Average burn of ${counted(months_used, "month")}`,
          note: list === null ? null : rangeText(list),
          cells: [amount(avg_burn, currency, burnLink, lacking.burn)],
        },
      ],
    },
    notes: notesOf(report),
    isEmpty: isNothing(left_out, cash, avg_burn),
  };
}

/** Cash after each whole month. The last is none, after the months of the runway: `7.1`. */
export function remaining(cash: number, burn: number, months: number) {
  const count = Math.min(MOST_MONTHS, Math.ceil(months) - 1);
  const whole = Array.from({ length: count + 1 }, (_, after) => ({
    after,
    cash: Math.max(0, cash - after * burn),
  }));
  return months > MOST_MONTHS ? whole : [...whole, { after: months, cash: 0 }];
}

/** Whole months in the report of recurring expenses. */
const RECENT_MONTHS = 6;

const MOST_BARS = 10;

export async function readRecurring({ team }: Asked): Promise<ReportView> {
  const report = await api("GET /api/teams/:team/reports/recurring-expenses", { team });
  const { currency, items, from, to, left_out } = report;
  const [most] = items;
  return {
    currency,
    range: { from, to },
    figure: {
      label: `A month on average, to ${counted(items.length, "payee")} paid in at least three of six`,
      cell: amount(items.reduce((sum, { total }) => sum + total, 0) / RECENT_MONTHS, currency),
    },
    finding:
      most === undefined
        ? "Nobody is paid in three of these months"
        : `Most goes to ${most.counterparty}: ${majorText(most.total, currency)} in six months`,
    ranking: items.slice(0, MOST_BARS).map(({ counterparty, total }) => ({
      name: counterparty,
      value: total,
      text: majorText(total, currency),
    })),
    ...(items.length <= MOST_BARS
      ? {}
      : {
          rankingNote: `The ${MOST_BARS} largest; the table has all ${items.length}.`,
        }),
    table: {
      titles: [
        "Payee",
        "Months paid of six",
        "Last paid",
        "Amount",
        "Average of paid months",
        "In all",
      ],
      main: "In all",
      rows: items.map((item) => ({
        key: item.list.party ?? item.counterparty,
        name: item.counterparty,
        cells: [
          plainCell(String(item.months)),
          { text: shortDay(item.last_date), plain: item.last_date },
          plainCell(priceChangeText(item)),
          amount(item.avg_amount, currency),
          amount(item.total, currency, listLink(item.list)),
        ],
      })),
    },
    notes: [...(items.length === 0 ? [] : [{ text: ON_AMOUNTS }]), ...notesOf(report)],
    isEmpty: items.length === 0 && isNothing(left_out),
  };
}

const ON_AMOUNTS =
  "Amounts are compared in the currency in which the payee charges. They differ where they change more often than not; else the newest change is told.";

type Priced = {
  readonly price_currency: string | null;
  readonly price_changes:
    | readonly { readonly changed_on: string; readonly from: number; readonly to: number }[]
    | null;
};

/** `€15.00 → €18.00, 3 Sep`: the newest change. */
export function priceChangeText({ price_currency: currency, price_changes }: Priced): string {
  if (currency === null) return "";
  if (price_changes === null) return "differs";
  const last = price_changes.at(-1);
  if (last === undefined) return "the same";
  const { changed_on, from, to } = last;
  return `${majorText(from, currency)} → ${majorText(to, currency)}, ${shortDay(changed_on)}`;
}

const MOST_ROWS = 100;

const PAID_IN_FULL =
  "Only invoices that were paid in full count here. The report Revenue has all income.";

export async function readTopCustomers({ team, from, to }: Asked): Promise<ReportView> {
  const asked = { team, from, to, limit: MOST_ROWS };
  const report = await api("GET /api/teams/:team/reports/top-customers", asked);
  const { currency, items, customer_count } = report;
  return {
    currency,
    range: { from, to },
    figure: { label: "With paid invoices", cell: plainCell(counted(customer_count, "customer")) },
    finding: "Customers by what they have paid on invoices",
    table: {
      titles: ["Customer", "Invoices", "Paid"],
      main: "Paid",
      rows: items.map((item, index) => ({
        key: String(index),
        name: item.customer_name ?? "A deleted customer",
        cells: [plainCell(String(item.invoice_count)), amount(item.amount, item.currency)],
      })),
    },
    notes: [...(items.length === 0 ? [] : [{ text: PAID_IN_FULL }]), ...notesOf(report)],
    isEmpty: items.length === 0,
  };
}
