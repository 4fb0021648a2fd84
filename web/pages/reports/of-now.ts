import { api } from "../../api.ts";
import type { ListLink } from "../../chart/data.ts";
import { counted } from "../../counted.ts";
import { shortDay } from "../../days.ts";
import { moneyText } from "../../money.ts";
import {
  amount,
  type Asked,
  isNothing,
  listLink,
  notesOf,
  plain,
  rangeText,
  type ReportView,
} from "./view.ts";

const ACCOUNTS: ListLink = { to: "/settings/accounts", search: {} };

/** The accounts that the cash sums up. */
const CASH: ListLink = { to: "/reports/balance", search: {} };

/** Months that the chart of the runway shows at most. */
const MOST_MONTHS = 24;

export async function readRunway({ team }: Asked): Promise<ReportView> {
  const report = await api("GET /api/teams/:team/reports/runway", { team });
  const { currency, months, cash, avg_burn, months_used, list, left_out } = report;
  const burnLink: ListLink | undefined =
    list === null
      ? undefined
      : { to: "/reports/burn-rate", search: { from: list.from, to: list.to } };
  const left = months === null || months === 0 ? [] : remaining(cash, avg_burn);
  return {
    currency,
    figure: {
      label: "At the average burn of the last months",
      cell: plain(months === null ? "No end in sight" : counted(months, "month")),
    },
    finding:
      months === null
        ? "Nothing is used up on average, so that cash does not run out"
        : `${moneyText(cash, currency)} of cash last ${counted(months, "month")} at ${moneyText(avg_burn, currency)} a month`,
    ...(left.length < 2
      ? {}
      : {
          chart: {
            kind: "lines" as const,
            places: left.map((_, index) => ({
              label: index === 0 ? "Now" : `+${index}`,
              name: index === 0 ? "Now" : `In ${counted(index, "month")}`,
            })),
            series: [{ name: "Cash left", values: left }],
          },
        }),
    table: {
      titles: ["What", "Amount"],
      rows: [
        { key: "cash", name: "Cash in accounts", cells: [amount(cash, currency, CASH)] },
        {
          key: "burn",
          name: `Average burn of ${counted(months_used, "month")}`,
          note: list === null ? null : rangeText(list),
          cells: [amount(avg_burn, currency, burnLink)],
        },
      ],
    },
    notes: notesOf(report),
    isEmpty: isNothing(left_out, cash, avg_burn),
  };
}

/** Cash at the end of each of the next months, until there is none. */
function remaining(cash: number, burn: number): readonly number[] {
  const count = Math.min(MOST_MONTHS, Math.ceil(cash / burn));
  return Array.from({ length: count + 1 }, (_, index) => Math.max(0, cash - index * burn));
}

export async function readBalance({ team, today }: Asked): Promise<ReportView> {
  const report = await api("GET /api/teams/:team/reports/balance", { team });
  const { currency, items, accounts, cash, cash_notices, as_of, left_out } = report;
  return {
    currency,
    figure: { label: `Cash in ${currency}, at the latest rates`, cell: amount(cash, currency) },
    finding:
      accounts.length === 0
        ? "No account can be spent from"
        : `The cash is in ${counted(accounts.length, "account")}; cards and loans are not in it`,
    table: {
      titles: ["Account", "Balance", `In ${currency}`],
      rows: accounts.map((account) => ({
        key: account.id,
        name: account.name,
        note: account.date === null ? null : `on ${shortDay(account.date)}`,
        cells: [
          amount(account.balance, account.currency, ACCOUNTS),
          account.base_balance === null ? plain("No rate") : amount(account.base_balance, currency),
        ],
      })),
      total: { key: "total", name: "Cash", cells: [plain(""), amount(cash, currency)] },
    },
    further: [
      {
        title: "By currency, with debts",
        table: {
          titles: ["Currency", "Accounts", "Balance"],
          rows: items.map((item) => ({
            key: item.currency,
            name: item.currency,
            cells: [
              plain(String(item.account_count)),
              amount(item.amount, item.currency, ACCOUNTS),
            ],
          })),
        },
      },
    ],
    notes: [
      ...cash_notices.map((text) => ({ text })),
      ...(as_of === null || as_of === today
        ? []
        : [
            {
              text: `The oldest balance is of ${shortDay(as_of)}.`,
              link: { words: "See the accounts", link: ACCOUNTS },
            },
          ]),
      ...(left_out.pending === 0
        ? []
        : [
            {
              text: `Left out: ${counted(left_out.pending, "transaction")} pending, not booked yet.`,
              link: {
                words: "See what is pending",
                link: { to: "/transactions", search: { status: "pending" } },
              },
            },
          ]),
      ...(left_out.disabled_accounts === 0
        ? []
        : [
            {
              text: `Left out: ${counted(left_out.disabled_accounts, "account")} not enabled.`,
              link: { words: "See the accounts", link: ACCOUNTS },
            },
          ]),
    ],
    isEmpty: items.length === 0,
  };
}

/** Bars of the chart; the table has all. */
const MOST_BARS = 10;

export async function readRecurring({ team }: Asked): Promise<ReportView> {
  const report = await api("GET /api/teams/:team/reports/recurring-expenses", { team });
  const { currency, items, from, to, left_out } = report;
  const [most] = items.toSorted((one, other) => other.avg_amount - one.avg_amount);
  return {
    currency,
    range: { from, to },
    figure: {
      label: "Paid in at least three of the last six months",
      cell: plain(counted(items.length, "payee")),
    },
    finding:
      most === undefined
        ? "Nobody is paid in three of these months"
        : `${most.counterparty} costs the most: ${moneyText(most.avg_amount, currency)} a month`,
    ranking: items.slice(0, MOST_BARS).map((item) => ({
      name: item.counterparty,
      value: item.avg_amount,
      text: moneyText(item.avg_amount, currency),
    })),
    table: {
      titles: ["Payee", "Months of six", "Last paid", "Average a month", "In all"],
      rows: items.map((item) => ({
        key: item.list.party ?? item.counterparty,
        name: item.counterparty,
        cells: [
          plain(String(item.months)),
          { text: shortDay(item.last_date), plain: item.last_date },
          amount(item.avg_amount, currency),
          amount(item.total, currency, listLink(item.list)),
        ],
      })),
    },
    notes: notesOf(report),
    isEmpty: items.length === 0 && isNothing(left_out),
  };
}

export async function readTopCustomers({ team, from, to }: Asked): Promise<ReportView> {
  const report = await api("GET /api/teams/:team/reports/top-customers", { team, from, to });
  const { currency, items } = report;
  return {
    currency,
    range: { from, to },
    figure: { label: "With paid invoices", cell: plain(counted(items.length, "customer")) },
    finding: "Customers by what they have paid on invoices",
    table: {
      titles: ["Customer", "Invoices", "Paid"],
      rows: items.map((item, index) => ({
        key: String(index),
        name: item.customer_name ?? "A deleted customer",
        cells: [plain(String(item.invoice_count)), amount(item.amount, item.currency)],
      })),
    },
    notes: [],
    isEmpty: items.length === 0,
  };
}
