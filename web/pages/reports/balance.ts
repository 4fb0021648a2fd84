import { minorDigits } from "../../../src/shared/money.ts";
import { enumerated, lowered } from "../../../src/shared/words.ts";
import { api, type Output } from "../../api.ts";
import type { ListLink } from "../../chart/data.ts";
import { shortDay } from "../../dates.ts";
import { counted } from "../../numbers.ts";
import { ACCOUNT_TYPES } from "../settings/accounts/account.ts";
import {
  amount,
  type Asked,
  type Note,
  plainCell,
  type ReportTable,
  type ReportView,
} from "./view.ts";

type Balance = Output<"GET /api/teams/:team/reports/balance">;

const ACCOUNTS: ListLink = { to: "/settings/accounts", search: {} };
const RATES: ListLink = { to: "/settings/rates", search: {} };

export async function readBalanceReport({ team }: Asked): Promise<ReportView> {
  const report = await api("GET /api/teams/:team/reports/balance", { team });
  const { currency, items, accounts, others, cash, lacking } = report;
  return {
    currency,
    figure: {
      label: `Cash in ${currency}, at the latest rates`,
      cell: amount(cash, currency, ACCOUNTS, lacking),
    },
    finding:
      accounts.length === 0
        ? "No account can be spent from"
        : `The cash is in ${counted(accounts.length, "account")}${besides(others)}`,
    table: cashTable(report),
    further: [
      {
        title: "Not in the cash",
        hint: "Cards, loans and other accounts: they are owed, or cannot be spent.",
        table: {
          titles: ["Account", "Balance"],
          rows: others.map((account) => ({
            ...rowOf(account, kindOf(account)),
            cells: [amount(account.balance, account.currency, ACCOUNTS)],
          })),
        },
      },
      {
        title: "By currency",
        hint: "All enabled accounts: the cash, and the accounts that are not in it.",
        table: {
          titles: ["Currency", "Accounts", "Cash", "Not in the cash", "Sum"],
          main: "Sum",
          rows: items.map((item) => ({
            key: item.currency,
            name: item.currency,
            cells: [
              plainCell(String(item.account_count)),
              sumOf(accounts, item.currency),
              sumOf(others, item.currency),
              amount(item.amount, item.currency, ACCOUNTS),
            ],
          })),
        },
      },
    ],
    notes: notesOf(report),
    isEmpty: items.length === 0,
  };
}

/** `; 2 cards and 1 loan are not in it`. */
function besides(others: Balance["others"]): string {
  if (others.length === 0) return "";
  const kinds = [...Map.groupBy(others, kindOf)].map(([kind, some]) =>
    counted(some.length, lowered(kind)),
  );
  return `; ${enumerated(kinds)} ${others.length === 1 ? "is" : "are"} not in it`;
}

function kindOf({ type }: Pick<Balance["others"][number], "type">): string {
  return ACCOUNT_TYPES.find(({ value }) => value === type)?.label ?? type;
}

function cashTable({ currency, accounts, cash }: Balance): ReportTable {
  const hasRates = accounts.some((account) => account.currency !== currency);
  return {
    titles: ["Account", "Balance", ...(hasRates ? ["Rate"] : []), `In ${currency}`],
    main: `In ${currency}`,
    rows: accounts.map((account) => ({
      ...rowOf(account),
      cells: [
        amount(account.balance, account.currency, ACCOUNTS),
        ...(hasRates ? [rateOf(account, currency)] : []),
        account.base_balance === null
          ? plainCell("No rate")
          : amount(account.base_balance, currency, ACCOUNTS),
      ],
    })),
    total: {
      key: "total",
      name: "Cash",
      cells: [
        plainCell(""),
        ...(hasRates ? [plainCell("")] : []),
        amount(cash, currency, ACCOUNTS),
      ],
    },
  };
}

type Account = Balance["accounts"][number] | Balance["others"][number];

/** The name leads to the account's transactions. */
function rowOf({ id, name, currency, date }: Account, kind?: string) {
  const notes = [kind, date === null ? undefined : `on ${shortDay(date)}`];
  return {
    key: id,
    name,
    currency,
    link: { to: "/transactions", search: { account: id } },
    note: notes.filter((note) => note !== undefined).join(", ") || null,
  };
}

/** `1 EUR = 1.087 USD, 14 Oct 2026`. */
function rateOf({ rate, rate_date, currency: from }: Balance["accounts"][number], to: string) {
  if (rate === null || rate_date === null) return plainCell("");
  const units = new Intl.NumberFormat("en-GB", { maximumSignificantDigits: 6 }).format(rate);
  return {
    ...plainCell(`1 ${to} = ${units} ${from}, ${shortDay(rate_date)}`),
    link: RATES,
  };
}

function sumOf(accounts: readonly Account[], currency: string) {
  const some = accounts.filter((account) => account.currency === currency);
  if (some.length === 0) return plainCell("");
  const digits = 10 ** minorDigits(currency);
  const minor = some.reduce((sum, { balance }) => sum + Math.round(balance * digits), 0);
  return amount(minor / digits, currency, ACCOUNTS);
}

function notesOf({
  accounts,
  currency,
  cash_notices,
  as_of,
  oldest_known,
  left_out,
}: Balance): readonly Note[] {
  const isConverted = accounts.some((account) => account.currency !== currency);
  return [
    ...cash_notices.map((text) => ({ text })),
    ...(isConverted
      ? [
          {
            text: `Other currencies are converted to ${currency} at the latest rates.`,
            link: { words: "See the rates", link: RATES },
          },
        ]
      : []),
    ...(oldest_known === null || oldest_known === as_of
      ? []
      : [
          {
            text: `The oldest balance is of ${shortDay(oldest_known)}.`,
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
  ];
}
