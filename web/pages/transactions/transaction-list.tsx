import { StickyNote } from "lucide-react";
import { api } from "../../api.ts";
import { Status } from "../../components/status.tsx";
import { shortDay } from "../../dates.ts";
import type { List } from "../../list/list.ts";
import { oneOf } from "../../list/one-of.ts";
import { TagNames } from "../../tags/tag-names.tsx";
import { AccountName } from "./account-name.tsx";
import { BatchActions } from "./batch-actions.tsx";
import { CategoryCell } from "./category-cell.tsx";
import { groupSumsOf, isOfTax, totalsOf } from "./list-totals.ts";
import { NoTransactions } from "./no-transactions.tsx";
import { RowAmount } from "./row-amount.tsx";
import { monthName, sumOf } from "./sums.ts";
import {
  FIGURES,
  filterOf,
  LEFT_OUT,
  STATUSES,
  statusName,
  type TransactionRow,
} from "./transaction.ts";
import { ROWS } from "./use-categorize.ts";

/** The team's transactions by month, archived ones apart. */
export const TRANSACTIONS: List<TransactionRow> = {
  ...ROWS,
  page: "/transactions",
  openAs: { sheet: "transaction" },
  read: async (values, place) => {
    const sort = oneOf(["date", "-date"], values["sort"]);
    const found = await api(ROWS.route, { ...filterOf(values), ...place, sort });
    const { items, nextCursor, totals, months } = found;
    return {
      rows: items,
      nextCursor,
      // Months have sums of amounts; the tax in them is another figure.
      ...(isOfTax(values) ? {} : { groupSums: groupSumsOf(months) }),
      ...(totals === null ? {} : { totals: totalsOf(totals, values) }),
    };
  },
  search: { label: "Search names, texts and amounts" },
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
      choices: STATUSES,
    },
    {
      name: "figure",
      label: "Figure of reports",
      isRare: true,
      kind: "choice",
      all: "Any or none",
      choices: FIGURES,
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
  selection: { sumOf: (rows) => sumOf(rows), Actions: BatchActions },
  columns: [
    {
      title: "Date",
      width: "6rem",
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
      width: "minmax(0, 1.6fr)",
      narrow: "first",
      isName: true,
      isCut: true,
      cell: (row) => <Name row={row} />,
    },
    {
      title: "Category",
      width: "minmax(0, 13rem)",
      narrow: "second",
      cell: (row) => <CategoryCell row={row} />,
    },
    {
      title: "Account",
      width: "minmax(0, 8rem)",
      isWideOnly: true,
      isCut: true,
      cell: ({ bank_account_id }) => <AccountName id={bank_account_id} />,
    },
    {
      title: "Status",
      width: "6.5rem",
      isWideOnly: true,
      cell: ({ status }) => <StatusMark status={status} />,
    },
    {
      title: "Amount",
      width: "9rem",
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

/** The name, the bank's words where they are others, and where its column is hidden the status. */
function Name({ row }: { readonly row: TransactionRow }) {
  const { name, bank_name, has_note, tags, status } = row;
  return (
    <>
      <bdi>{name}</bdi>
      {status === "posted" ? null : (
        <span className="ms-2 inline-flex align-top lg:hidden">
          <StatusMark status={status} />
        </span>
      )}
      {bank_name === null || bank_name === name ? null : (
        <bdi className="ms-2 text-small text-ink2 max-sm:hidden">{bank_name}</bdi>
      )}
      {has_note ? (
        <span className="ms-2 inline-block align-text-bottom text-ink3" title="Has a note">
          <StickyNote aria-hidden size={14} strokeWidth={1.5} />
          <span className="sr-only">Has a note</span>
        </span>
      ) : null}
      {tags.length === 0 ? null : (
        <span className="ms-2 text-small max-sm:hidden">
          <TagNames tags={tags} />
        </span>
      )}
    </>
  );
}

/** Posted is the usual case, and is told without a mark. */
export function StatusMark({ status }: { readonly status: string }) {
  if (status === "posted") return <span className="text-ink2">Posted</span>;
  const tone = status === "completed" || status === "exported" ? "good" : "quiet";
  return <Status tone={status === "pending" ? "warn" : tone}>{statusName(status)}</Status>;
}
