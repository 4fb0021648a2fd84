import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Download, Printer } from "lucide-react";
import { useState } from "react";
import { toMajor } from "../../../src/shared/money.ts";
import { dayIn } from "../../../src/shared/time.ts";
import { lowered } from "../../../src/shared/words.ts";
import type { Output } from "../../api.ts";
import { Answer, Empty } from "../../components/answer.tsx";
import { Button, ButtonAnchor } from "../../components/button.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { isDay, shortDay } from "../../dates.ts";
import { DayField } from "../../form/day-field.tsx";
import { looseField } from "../../form/field.ts";
import { SelectField } from "../../form/select-field.tsx";
import { counted, majorText } from "../../numbers.ts";
import { useNow, useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { methodName } from "../invoices/methods.ts";
import { RANGE_PRESETS } from "../reports/ranges.ts";
import type { Customer } from "./customer.ts";

type Account = Output<"GET /api/teams/:team/customers/:id/statement">["accounts"][number];

type Days = { readonly from?: string; readonly to?: string };

/** Charges and payments of a customer with the balance behind each, a table for each currency. */
export function CustomerStatement({ customer }: { readonly customer: Customer }) {
  const team = useTeam();
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false });
  const days = daysIn(search);
  const { id } = customer;
  const query = useOfTeam(team, "GET /api/teams/:team/customers/:id/statement", { id, ...days });
  const file = `/api/teams/${team.id}/customers/${id}/statement/export?${new URLSearchParams(days).toString()}`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4 print:hidden">
        <Period days={days} id={id} key={`${days.from} ${days.to}`} />
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => window.print()}>
            <Printer aria-hidden size={16} strokeWidth={1.5} />
            Print
          </Button>
          <ButtonAnchor href={file}>
            <Download aria-hidden size={16} strokeWidth={1.5} />
            Save as CSV
          </ButtonAnchor>
        </div>
      </div>
      <p className="hidden print:block">
        Statement by <bdi>{team.name}</bdi>, {rangeWords(days)}
      </p>
      <Answer query={query} what="the statement">
        {({ accounts }) =>
          accounts.length === 0 ? (
            <Empty title={isWhole(days) ? "Nothing was charged yet" : "Nothing up to that day"}>
              Invoices that were sent, their payments, credit notes and refunds stand here, with the
              balance behind each.
            </Empty>
          ) : (
            accounts.map((account) => (
              <AccountTable
                account={account}
                days={days}
                hasOthers={accounts.length > 1}
                key={account.currency}
              />
            ))
          )
        }
      </Answer>
    </div>
  );
}

function daysIn(search: Readonly<Record<string, string | undefined>>): Days {
  const { from = "", to = "" } = search;
  return { ...(isDay(from) ? { from } : {}), ...(isDay(to) ? { to } : {}) };
}

function isWhole({ from, to }: Days): boolean {
  return from === undefined && to === undefined;
}

function rangeWords({ from, to }: Days): string {
  if (from === undefined) return to === undefined ? "from the first day on" : `to ${shortDay(to)}`;
  return to === undefined ? `from ${shortDay(from)} on` : `${shortDay(from)} to ${shortDay(to)}`;
}

type PeriodProps = { readonly days: Days; readonly id: string };

const ALL = "all";
const OWN = "own";

/** Chooses the days, which stand in the address. */
function Period({ days, id }: PeriodProps) {
  const navigate = useNavigate();
  const { timeZone, fiscalYearStart } = useTeam();
  const books = { today: dayIn(timeZone, useNow()), fiscalYearStart };
  const [typed, setTyped] = useState(days);
  const go = (next: Days) =>
    void navigate({
      to: "/customers/$id",
      params: { id },
      search: { tab: "statement", ...next },
      resetScroll: false,
    });
  const isWrong = (typed.from ?? "") > (typed.to ?? "9999");
  const set = (end: keyof Days, day: string | null) => {
    const { [end]: _old, ...other } = typed;
    const next: Days = day === null ? other : { ...other, [end]: day };
    setTyped(next);
    if ((next.from ?? "") <= (next.to ?? "9999")) go(next);
  };
  const preset = RANGE_PRESETS.find(({ rangeOf }) => {
    const { from, to } = rangeOf(books);
    return from === days.from && to === days.to;
  });
  const chosen = isWhole(days) ? ALL : (preset?.value ?? OWN);
  const choose = (value: string) => {
    const range = RANGE_PRESETS.find((preset) => preset.value === value)?.rangeOf(books);
    if (value !== OWN) go(range ?? {});
  };
  return (
    <search
      aria-label="Days of the statement"
      className="grid w-full max-w-140 grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-3 sm:grid-cols-3"
    >
      <SelectField<string>
        field={looseField<string>("range", chosen, choose)}
        label="Range"
        options={[
          { value: ALL, label: "Everything" },
          ...RANGE_PRESETS.map(({ value, label }) => ({ value, label })),
          ...(chosen === OWN ? [{ value: OWN, label: "Days of your choice" }] : []),
        ]}
      />
      <DayField
        field={looseField("from", typed.from ?? null, (day: string | null) => set("from", day))}
        isOptional
        label="From"
      />
      <DayField
        field={{
          ...looseField("to", typed.to ?? null, (day: string | null) => set("to", day)),
          problem: isWrong ? "It is before From." : null,
        }}
        isOptional
        label="To, inclusive"
      />
    </search>
  );
}

type Row = {
  readonly key: string;
  readonly day: string | null;
  readonly line: Account["lines"][number] | null;
  /** Of a row that is no line. */
  readonly words: string;
  readonly minor: number | null;
  readonly balance: number;
};

type AccountTableProps = {
  readonly account: Account;
  readonly days: Days;
  readonly hasOthers: boolean;
};

function AccountTable({ account, days, hasOthers }: AccountTableProps) {
  const { currency, left_out, lines, opening_minor, closing_minor } = account;
  const hasOpening = days.from !== undefined || left_out > 0;
  const rows = [
    ...(hasOpening ? [balanceRow("opening", "Opening balance", opening_minor)] : []),
    ...lines.map(rowOf),
  ];
  return (
    <section aria-label={`Statement in ${currency}`} className="grid gap-2">
      {hasOthers ? <h2 className="text-section font-semibold">{currency}</h2> : null}
      {left_out === 0 ? null : (
        <p className="text-ink2">
          {counted(left_out, "earlier line")} {left_out === 1 ? "is" : "are"} in the opening
          balance. Choose fewer days, or save the CSV, to see {left_out === 1 ? "it" : "them"}.
        </p>
      )}
      <Table
        caption={`Statement in ${currency}`}
        columns={columnsIn(currency)}
        keyOf={({ key }) => key}
        rows={rows}
        total={balanceRow("closing", "Balance", closing_minor)}
      />
      <p className="text-ink2">{sumsOf(account)}</p>
    </section>
  );
}

function balanceRow(key: string, words: string, balance: number): Row {
  return { key, day: null, line: null, words, minor: null, balance };
}

function rowOf(line: Account["lines"][number]): Row {
  const { id, kind, day, amount_minor: minor, balance_minor: balance } = line;
  return { key: `${kind} ${id}`, day, line, words: "", minor, balance };
}

function columnsIn(currency: string): readonly Column<Row>[] {
  return [
    {
      title: "Day",
      isHeader: true,
      narrow: "first",
      width: "w-36",
      cell: ({ day, words }) => (day === null ? words : shortDay(day)),
    },
    {
      title: "Entry",
      narrow: "plain",
      width: "w-auto",
      cell: ({ line }) => (line === null ? null : <Entry line={line} />),
    },
    {
      title: "Amount",
      align: "end",
      narrow: "below",
      width: "w-36",
      cell: ({ minor }) => (minor === null ? null : signed(minor, currency)),
    },
    {
      title: "Balance",
      align: "end",
      narrow: "beside",
      width: "w-36",
      cell: ({ balance }) => signed(balance, currency),
    },
  ];
}

function signed(minor: number, currency: string) {
  return <span className="whitespace-nowrap">{majorText(toMajor(minor, currency), currency)}</span>;
}

function Entry({ line }: { readonly line: Account["lines"][number] }) {
  const { kind, number, document_id: id, credits_number, reference, due_date, method, note } = line;
  const document = (
    <Link className="text-ink underline decoration-edge" params={{ id }} to="/invoices/$id">
      {number}
    </Link>
  );
  const details =
    kind === "invoice"
      ? [due_date === null ? null : `due ${shortDay(due_date)}`, reference]
      : kind === "credit_note"
        ? [credits_number === null ? null : `corrects ${credits_number}`]
        : [method === null ? null : lowered(methodName(method)), note];
  const told = details.filter((text) => text !== null);
  return (
    <>
      {WORDS[kind]} {document}
      {told.length === 0 ? null : (
        <span className="font-normal text-ink2">
          , <bdi>{told.join(", ")}</bdi>
        </span>
      )}
    </>
  );
}

const WORDS = {
  invoice: "Invoice",
  credit_note: "Credit note",
  void: "Voided",
  payment: "Payment for",
  refund: "Refund for",
} as const satisfies Record<Account["lines"][number]["kind"], string>;

/** Sums of the whole range, and whose favour a balance below zero is in. */
function sumsOf(account: Account): string {
  const { currency, invoiced_minor, credited_minor, paid_minor, refunded_minor } = account;
  const sums = [
    ["invoiced", invoiced_minor],
    ["credited", credited_minor],
    ["paid", paid_minor],
    ["refunded", refunded_minor],
  ] as const;
  const told = sums
    .filter(([, minor]) => minor !== 0)
    .map(([word, minor]) => `${majorText(toMajor(minor, currency), currency)} ${word}`);
  const all = told.length === 0 ? "Nothing in these days." : `${told.join(", ")}.`;
  return account.closing_minor < 0 ? `${all} The balance is in the customer’s favour.` : all;
}
