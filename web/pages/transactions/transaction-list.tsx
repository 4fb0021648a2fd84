import { StickyNote, Tags, Trash2, Paperclip } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { api, type Output } from "../../api.ts";
import { Amount, signed } from "../../components/amount.tsx";
import { Button } from "../../components/button.tsx";
import { Status } from "../../components/status.tsx";
import { monthName, shortDay } from "../../dates.ts";
import { type FilterValues, oneOf } from "../../list/filters.ts";
import type { List } from "../../list/list.ts";
import type { Selected } from "../../list/selection.ts";
import { money } from "../../numbers.ts";
import { TagNames } from "../../tags/tag-names.tsx";
import { useTeam } from "../../team.tsx";
import { AccountName } from "./accounts.tsx";
import type { BatchKind } from "./batch-dialogs.tsx";
import { CategoryCell } from "./category-cell.tsx";
import { FutureMark } from "./future-mark.tsx";
import { NoTransactions } from "./no-transactions.tsx";
import { rowSum, sumsOf } from "./sums.ts";
import {
  shownFigure,
  FIGURE_LABELS,
  transactionFilter,
  isOfReports,
  LEFT_OUT,
  STATUS_CHOICES,
  statusName,
  type TransactionRow,
} from "./transaction.ts";
import { ROWS } from "./use-categorize.ts";

export const TRANSACTIONS: List<TransactionRow> = {
  ...ROWS,
  page: "/transactions",
  openAs: { sheet: "transaction" },
  read: async (values, place) => {
    const sort = oneOf(["date", "-date"], values["sort"]);
    const found = await api(ROWS.route, { ...transactionFilter(values), ...place, sort });
    const { items, nextCursor, totals, months } = found;
    return {
      rows: items,
      nextCursor,
      // Sums of months are of amounts, not of the tax in them.
      ...(isOfTax(values) ? {} : { groupSums: groupSumsOf(months) }),
      ...(totals === null ? {} : { totals: totalsOf(totals, values) }),
    };
  },
  search: { label: "Search names, texts and amounts", brief: "Search" },
  sort: "-date",
  filters: [
    {
      name: "account",
      label: "Account",
      kind: "loaded choice",
      all: "All accounts",
      unknown: "A deleted account",
    },
    { name: "category", label: "Category", kind: "loaded choice", all: "All categories" },
    {
      name: "status",
      label: "Status",
      kind: "choice",
      all: "All but archived",
      choices: STATUS_CHOICES,
    },
    {
      name: "figure",
      label: "Figure of reports",
      isRare: true,
      kind: "choice",
      all: "Any or none",
      choices: FIGURE_LABELS,
    },
    {
      name: "left_out",
      label: "Left out of the figure",
      isRare: true,
      kind: "choice",
      all: "Nothing that is left out",
      choices: LEFT_OUT,
    },
    {
      name: "counted",
      label: "In sums",
      isRare: true,
      kind: "choice",
      all: "Counted or not",
      choices: [
        { value: "yes", label: "Counted" },
        { value: "no", label: "Left out: transfers, pending, excluded" },
      ],
    },
    { name: "tax", label: "Tax", isRare: true, kind: "loaded choice", all: "Any or none" },
    { name: "party", label: "Party", isByLink: true, kind: "loaded choice", all: "Anybody" },
    {
      name: "rule",
      label: "Category set by the rule",
      isByLink: true,
      kind: "loaded choice",
      all: "Any or none",
      unknown: "A deleted rule",
    },
    {
      name: "attachment",
      label: "Receipt",
      isRare: true,
      kind: "choice",
      all: "With or without",
      choices: [{ value: "none", label: "Without receipt" }],
    },
    {
      name: "linked",
      label: "Transfers",
      isByLink: true,
      kind: "choice",
      all: "Any or none",
      choices: [{ value: "yes", label: "Linked" }],
    },
    {
      name: "direction",
      label: "Direction",
      isRare: true,
      kind: "choice",
      all: "In and out",
      choices: [
        { value: "in", label: "Money in" },
        { value: "out", label: "Money out" },
      ],
    },
    {
      name: "tag",
      label: "Tag",
      isRare: true,
      kind: "loaded choice",
      all: "All tags",
      unknown: "A deleted tag",
    },
    {
      name: "import",
      label: "Import",
      isRare: true,
      kind: "loaded choice",
      all: "All",
      unknown: "A removed import",
    },
    { name: "from", label: "From", isRare: true, kind: "day" },
    { name: "to", label: "To", isRare: true, kind: "day" },
    { name: "min", label: "At least", isRare: true, kind: "amount" },
    { name: "max", label: "At most", isRare: true, kind: "amount" },
  ],
  groups: { of: ({ date }) => date.slice(0, 7), titleOf: monthName },
  selection: { sumOf: (rows) => rowSum(rows), Actions: BatchActions },
  columns: [
    {
      title: "Date",
      width: 6,
      narrow: "second",
      sort: {
        by: "date",
        first: "descending",
        ascending: "The oldest first",
        descending: "The newest first",
      },
      cell: ({ date }) => <span className="text-ink2">{shortDay(date)}</span>,
    },
    {
      title: "Name",
      width: { least: 12, grow: 1.6 },
      narrow: "first",
      isName: true,
      isCut: true,
      cell: (row) => <Name row={row} />,
    },
    {
      title: "Category",
      width: { least: 9.5, most: 13 },
      narrow: "second",
      cell: (row) => <CategoryCell row={row} />,
    },
    {
      title: "Account",
      width: 8,
      leaves: 2,
      isCut: true,
      cell: ({ bank_account_id }) => <AccountName id={bank_account_id} />,
    },
    {
      title: "Status",
      width: 6.5,
      leaves: 1,
      cell: ({ status }) => <StatusMark status={status} />,
    },
    {
      title: "Amount",
      width: 8.5,
      align: "end",
      narrow: "first",
      cell: (row) => <RowAmount row={row} />,
    },
  ],
  everyMs: 60_000,
  words: {
    what: "the transactions",
    one: "transaction",
    many: "transactions",
    keys: [
      ["C", "category"],
      ["A", "accepts"],
    ],
    first: "first",
    further: "further",
  },
  neverAny: <NoTransactions />,
};

/** Name with the bank's words where these differ, and the status where its column is hidden. */
function Name({ row }: { readonly row: TransactionRow }) {
  const { date, name, bank_name, has_note, has_attachment, tags, status } = row;
  return (
    <>
      <bdi>{name}</bdi>
      {status === "posted" ? null : (
        <span className="ms-2 inline-flex align-top [[data-columns~=Status]_&]:hidden">
          <StatusMark status={status} />
        </span>
      )}
      <FutureMark date={date} />
      {bank_name === null || bank_name === name ? null : (
        <bdi className="ms-2 text-small text-ink2 lines:hidden">{bank_name}</bdi>
      )}
      {has_note ? (
        <span className="ms-2 inline-block align-text-bottom text-ink3" title="Has a note">
          <StickyNote aria-hidden size={14} strokeWidth={1.5} />
          <span className="sr-only">Has a note</span>
        </span>
      ) : null}
      {has_attachment ? (
        <span className="ms-2 inline-block align-text-bottom text-ink3" title="Has a receipt">
          <Paperclip aria-hidden size={14} strokeWidth={1.5} />
          <span className="sr-only">Has a receipt</span>
        </span>
      ) : null}
      {tags.length === 0 ? null : (
        <span className="ms-2 text-small lines:hidden">
          <TagNames tags={tags} />
        </span>
      )}
    </>
  );
}

/** Posted is the usual case, so it has no mark. */
export function StatusMark({ status }: { readonly status: string }) {
  if (status === "posted") return <span className="text-ink2">Posted</span>;
  const tone = status === "completed" || status === "exported" ? "good" : "quiet";
  return <Status tone={status === "pending" ? "warn" : tone}>{statusName(status)}</Status>;
}

/** In a list of one category: the part in it. In a list of tax: the tax, and the amount that includes it. */
function RowAmount({ row }: { readonly row: TransactionRow }) {
  const { amount_minor, part_minor, taxed_minor, currency } = row;
  const base = useTeam().baseCurrency;
  const minor = part_minor ?? amount_minor;
  if (taxed_minor !== null)
    return (
      <span title={`In ${signed(minor, currency)}`}>
        <Amount currency={base} minor={taxed_minor} />
        <span className="sr-only"> in {signed(minor, currency)}</span>
      </span>
    );
  if (minor === amount_minor) return <Amount currency={currency} minor={amount_minor} />;
  return (
    <span className="inline-flex flex-wrap items-baseline justify-end gap-x-1">
      <Amount currency={currency} minor={minor} />{" "}
      <span className="text-caption whitespace-nowrap text-ink2">
        of {signed(amount_minor, currency)}
      </span>
    </span>
  );
}

const OpenBatchDialog = lazy(async () =>
  import("./batch-dialogs.tsx").then(({ OpenBatchDialog }) => ({ default: OpenBatchDialog })),
);

/** Actions on the selected transactions, each as one event. */
function BatchActions({ selected }: { readonly selected: Selected<TransactionRow> }) {
  const [open, setOpen] = useState<BatchKind | null>(null);
  return (
    <>
      <Button onClick={() => setOpen("category")}>Category…</Button>
      <Button onClick={() => setOpen("status")}>Status…</Button>
      <Button aria-keyshortcuts="T" onClick={() => setOpen("tag")}>
        <Tags aria-hidden size={16} strokeWidth={1.5} />
        Tag…
      </Button>
      <Button kind="danger" onClick={() => setOpen("delete")}>
        <Trash2 aria-hidden size={16} strokeWidth={1.5} />
        Delete…
      </Button>
      <Suspense>
        {open === null ? null : (
          <OpenBatchDialog kind={open} onClose={() => setOpen(null)} selected={selected} />
        )}
      </Suspense>
    </>
  );
}

type Answer = Output<"GET /api/teams/:team/transactions">;

function isOfTax(values: FilterValues): boolean {
  return shownFigure(values)?.value.startsWith("tax") === true;
}

/** Tells totals of a figure, and of what it leaves out, as reports do. */
function totalsOf(totals: NonNullable<Answer["totals"]>, values: FilterValues) {
  const { count, counted, entries, by_currency, figure_minor, currency } = totals;
  const left = count - counted;
  const isLeftOut = figure_minor === null && isOfReports(values);
  const inBase = totals.in_minor === 0 && totals.out_minor === 0 ? [] : [totals];
  const lines = [
    ...(figure_minor === null
      ? sumsOf(isLeftOut && values["left_out"] !== "no_rate" ? inBase : by_currency)
      : [`${shownFigure(values)?.label} ${money(figure_minor, currency)}`]),
    ...(isOfReports(values) && entries !== count
      ? [`${entries.toLocaleString("en-GB")} with parts of split ones`]
      : []),
  ];
  return {
    count,
    ...(lines.length + left === 0 ? {} : { sums: { Amount: lines } }),
    ...(left === 0 ? {} : { rest: restOf(left, values) }),
  };
}

/** Links to the transactions in no sum, unless the list has these alone. */
function restOf(left: number, values: FilterValues) {
  return {
    words: `${left.toLocaleString("en-GB")} left out: transfers, pending, excluded`,
    to: values["counted"] === "no" ? null : { ...values, counted: "no" },
  };
}

function groupSumsOf(months: Answer["months"]): Readonly<Record<string, string>> {
  const byMonth = Map.groupBy(months, ({ month }) => month);
  return Object.fromEntries(
    [...byMonth].map(([month, sums]) => [
      month,
      sums
        .map(({ in_minor, out_minor, currency }) => signed(in_minor + out_minor, currency))
        .join(" · "),
    ]),
  );
}
