import { api, type Output } from "../../api.ts";
import { Empty } from "../../components/answer.tsx";
import { ButtonLink } from "../../components/button.tsx";
import { shortDay } from "../../dates.ts";
import { type Filter, type FilterValues, oneOf } from "../../list/filters.ts";
import type { Column, List } from "../../list/list.ts";
import { counted, money } from "../../numbers.ts";
import { CUSTOMER } from "../projects/filters.ts";
import { NewButton } from "../projects/new-button.tsx";
import { InvoiceStatus } from "./invoice-status.tsx";
import { INVOICES_PATH, type InvoiceRow, NEW_INVOICE } from "./invoice.ts";

const SORTS = ["created", "-created"] as const;
export const INVOICE_STATES = [
  "draft",
  "unpaid",
  "overdue",
  "paid",
  "to_refund",
  "refunded",
  "canceled",
  "issued",
] as const;

const STATUS = {
  name: "status",
  label: "Status",
  kind: "choice",
  all: "All",
  choices: [
    { value: "draft", label: "Draft" },
    { value: "unpaid", label: "Unpaid" },
    { value: "overdue", label: "Overdue" },
    { value: "paid", label: "Paid" },
    { value: "to_refund", label: "To refund" },
    { value: "refunded", label: "Refunded" },
    { value: "canceled", label: "Canceled" },
    { value: "issued", label: "Credit notes" },
  ],
} as const satisfies Filter;

const DAYS: readonly Filter[] = [
  { name: "from", label: "From", kind: "day" },
  { name: "to", label: "To", kind: "day" },
];

const COLUMNS: readonly Column<InvoiceRow>[] = [
  {
    title: "Number",
    width: 8.5,
    narrow: "first",
    isName: true,
    sort: {
      by: "created",
      first: "descending",
      ascending: "The oldest first",
      descending: "The newest first",
    },
    cell: ({ number }) => number ?? "Draft",
  },
  {
    title: "Customer",
    width: { least: 9, grow: 1 },
    narrow: "second",
    isCut: true,
    cell: ({ customer, buyer_name }) => {
      const name = buyer_name ?? customer?.name;
      return name === undefined ? (
        <span className="text-ink2">No customer</span>
      ) : (
        <bdi>{name}</bdi>
      );
    },
  },
  {
    title: "Status",
    width: 9,
    narrow: "second",
    cell: ({ status, days_overdue, mail_state }) => (
      <span className="inline-flex gap-1">
        <InvoiceStatus daysOverdue={days_overdue} status={status} />
        {mail_state === "failed" ? (
          <span className="text-caption text-bad">Mail failed</span>
        ) : null}
      </span>
    ),
  },
  {
    title: "Issued",
    width: 6,
    align: "end",
    leaves: 1,
    cell: ({ issue_date }) => dayOrNone(issue_date),
  },
  {
    title: "Due",
    width: 6,
    align: "end",
    leaves: 2,
    cell: ({ due_date }) => dayOrNone(due_date),
  },
  {
    title: "Total",
    width: 7.5,
    align: "end",
    narrow: "first",
    cell: ({ total_minor, currency }) => money(total_minor, currency),
  },
  {
    title: "Owed",
    width: 8.5,
    align: "end",
    narrow: "second",
    cell: (row) => <Owed row={row} />,
  },
];

function dayOrNone(day: string | null) {
  return day === null ? <span className="text-ink3">–</span> : shortDay(day);
}

/** Amount that the customer still owes, or is owed back. Where it is the total, phones show it once. */
function Owed({ row }: OwedProps) {
  const { status, total_minor, due_minor, to_refund_minor, currency, credits_number } = row;
  if (credits_number !== null) return <span className="text-ink2">for {credits_number}</span>;
  if (to_refund_minor > 0)
    return <span className="text-warn">{money(to_refund_minor, currency)} to refund</span>;
  if (status === "draft" || due_minor === 0)
    return <span className="text-ink3 lines:hidden">–</span>;
  return (
    <span className={due_minor === total_minor ? "lines:hidden" : ""}>
      {money(due_minor, currency)}
      <span className="text-ink2 table:hidden"> owed</span>
    </span>
  );
}

type OwedProps = { readonly row: InvoiceRow };

const WORDS = {
  what: "the invoices",
  one: "invoice",
  many: "invoices",
  first: "first",
  further: "further",
} as const;

async function readInvoices(
  { status, customer, from, to, q, sort }: FilterValues,
  place: Parameters<List<InvoiceRow>["read"]>[1],
) {
  const { items, nextCursor, totals } = await api(INVOICES_PATH, {
    ...place,
    q,
    customer,
    from,
    to,
    status: oneOf(INVOICE_STATES, status),
    sort: oneOf(SORTS, sort),
  });
  return { rows: items, nextCursor, ...(totals === null ? {} : { totals: totalsOf(totals) }) };
}

type Totals = NonNullable<Output<typeof INVOICES_PATH>["totals"]>;

/** A line per currency, and another for the part of it that is overdue. */
function totalsOf({ count, owed, overdue, to_refund }: Totals) {
  const refunds = to_refund.map(({ currency, minor }) => `${money(minor, currency)} to refund`);
  const owing = owed.flatMap(({ currency, minor }) => {
    const late = overdue.find((sum) => sum.currency === currency)?.minor ?? 0;
    const all = minor === 0 ? [] : [`${money(minor, currency)} owed`];
    return late === 0 ? all : [...all, `${money(late, currency)} overdue`];
  });
  const lines = [...owing, ...refunds];
  if (lines.length === 0) return { count };
  const isShort = lines.length <= MOST_LINES;
  const shown = isShort ? lines : [`Owed in ${counted(owed.length, "currency", "currencies")}`];
  return { count, sums: { Owed: shown } };
}

/** More would stand over the rows. */
const MOST_LINES = 6;

const COMMON = {
  route: INVOICES_PATH,
  openAs: { page: (id: string) => `/invoices/${id}` },
  keyOf: ({ id }: InvoiceRow) => id,
  search: { label: "Search numbers, customers and orders", brief: "Search invoices" },
  sort: "-created",
  everyMs: 30_000,
  words: WORDS,
} as const;

/** The team's invoices, the newest first. */
export const INVOICES: List<InvoiceRow> = {
  ...COMMON,
  page: "/invoices",
  read: readInvoices,
  filters: [STATUS, CUSTOMER, ...DAYS],
  columns: COLUMNS,
  neverAny: (
    <Empty
      action={
        <>
          <NewButton open={NEW_INVOICE}>New invoice</NewButton>
          <ButtonLink to="/settings/invoices/seller">Set up invoices</ButtonLink>
        </>
      }
      title="No invoices yet"
    >
      Choose a customer, write lines, look at the PDF, send it. Your name, tax and bank details
      stand in Settings, and are printed on each invoice.
    </Empty>
  ),
};

/** The same list where it is filtered by credit notes. */
export const CREDIT_NOTES: List<InvoiceRow> = ofCreditNotes(INVOICES);

function ofCreditNotes(list: List<InvoiceRow>): List<InvoiceRow> {
  const columns = list.columns.map((column) =>
    column.title === "Owed" ? { ...column, title: "Corrects" } : column,
  );
  return { ...list, columns, words: { ...WORDS, one: "credit note", many: "credit notes" } };
}

/** Invoices of one customer, for the tab of their page. */
export function invoicesOf(id: string, status: string | undefined): List<InvoiceRow> {
  const list = listOf(id);
  return status === CREDIT_NOTE_STATUS ? ofCreditNotes(list) : list;
}

/** Value of the filter that lists credit notes. */
export const CREDIT_NOTE_STATUS = "issued";

function listOf(id: string): List<InvoiceRow> {
  return {
    ...COMMON,
    page: { to: "/customers/$id", id, search: { tab: "invoices" } },
    read: async (values, place) => readInvoices({ ...values, customer: id }, place),
    filters: [STATUS, ...DAYS],
    columns: COLUMNS.filter(({ title }) => title !== "Customer"),
    neverAny: (
      <Empty
        action={
          <ButtonLink search={{ customer: id, open: NEW_INVOICE }} to="/invoices">
            New invoice
          </ButtonLink>
        }
        title="No invoices yet"
      >
        Invoices of this customer appear here, with what is still owed.
      </Empty>
    ),
  };
}
