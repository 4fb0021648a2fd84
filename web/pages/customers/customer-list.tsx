import { Link } from "@tanstack/react-router";
import { api } from "../../api.ts";
import { Empty } from "../../components/answer.tsx";
import { ButtonLink } from "../../components/button.tsx";
import { dayIn, shortDay } from "../../dates.ts";
import type { List, Totals } from "../../list/list.ts";
import { oneOf } from "../../list/one-of.ts";
import { hours } from "../../numbers.ts";
import { BatchActions } from "./batch-actions.tsx";
import { type CustomerRow, filterOf, monthOf } from "./customer.ts";
import { NewCustomerButton } from "./new-customer-button.tsx";
import { TagsCell } from "./tags-cell.tsx";

const PATH = "GET /api/teams/:team/customers";

const HOURS = "Hours this month";

const SORTS = ["name", "-name", "created", "-created"] as const;

/** The team's customers, archived ones apart. */
export const CUSTOMERS: List<CustomerRow> = {
  page: "/customers",
  openAs: { page: (id) => `/customers/${id}` },
  route: PATH,
  read: async (values, place) => {
    const sort = oneOf(SORTS, values["sort"]);
    const { items, nextCursor, ...all } = await api(PATH, { ...filterOf(values), ...place, sort });
    return { rows: items, nextCursor, ...totalsOf(all) };
  },
  keyOf: ({ id }) => id,
  search: { label: "Search names, contacts and e-mail addresses", brief: "Search customers" },
  sort: "name",
  filters: [
    { name: "tag", label: "Tag", kind: "loaded choice", all: "All tags", unknown: "A deleted tag" },
    {
      name: "archived",
      label: "Status",
      kind: "choice",
      all: "Current",
      choices: [{ value: "true", label: "Archived" }],
    },
  ],
  selection: { Actions: BatchActions },
  columns: [
    {
      title: "Name",
      width: "minmax(0, 1.85fr)",
      narrow: "first",
      isName: true,
      isCut: true,
      sort: {
        by: "name",
        first: "ascending",
        ascending: "By name, A to Z",
        descending: "By name, Z to A",
      },
      cell: ({ name }) => <bdi>{name}</bdi>,
    },
    {
      title: "Contact",
      width: "minmax(0, 1fr)",
      isWidestOnly: true,
      isCut: true,
      cell: ({ contact }) => (contact === null ? <None /> : <bdi>{contact}</bdi>),
    },
    {
      title: "E-mail",
      width: "minmax(0, 1.5fr)",
      narrow: "second",
      isCut: true,
      cell: ({ email }) => <bdi className="text-ink2">{email}</bdi>,
    },
    {
      title: "Tags",
      width: "minmax(0, 1fr)",
      narrow: "second",
      isWideOnly: true,
      isCut: true,
      cell: (row) => <TagsCell row={row} />,
    },
    {
      title: "Projects",
      width: "4rem",
      align: "end",
      isWidestOnly: true,
      cell: ({ project_count }) => project_count.toLocaleString("en-GB"),
    },
    {
      title: HOURS,
      width: "7.5rem",
      align: "end",
      narrow: "first",
      cell: ({ id, seconds_this_month }, { today }) =>
        seconds_this_month === 0 ? (
          <span className="max-sm:hidden">
            <None />
          </span>
        ) : (
          <>
            <Link
              className="relative z-1 -my-0.5 inline-flex min-h-6 items-center"
              params={{ id }}
              search={{ tab: "time", ...monthOf(today) }}
              to="/customers/$id"
            >
              {hours(seconds_this_month)}
            </Link>
            <span className="text-small text-ink2 sm:hidden"> this month</span>
          </>
        ),
    },
    {
      title: "Last tracked",
      width: "6rem",
      align: "end",
      cell: ({ tracked_on }, { today }) =>
        tracked_on === null ? <None /> : tracked_on === today ? "Today" : shortDay(tracked_on),
    },
    {
      title: "Added",
      width: "6rem",
      align: "end",
      isWideOnly: true,
      sort: {
        by: "created",
        first: "descending",
        ascending: "Longest known first",
        descending: "Newest first",
      },
      cell: ({ created_at }, { timeZone }) => shortDay(dayIn(timeZone, created_at)),
    },
  ],
  everyMs: 60_000,
  words: {
    what: "the customers",
    one: "customer",
    many: "customers",
    keys: [["T", "tags"]],
    first: "first",
    further: "further",
  },
  neverAny: (
    <Empty
      action={
        <div className="flex flex-wrap gap-2">
          <NewCustomerButton kind="primary" />
          <ButtonLink to="/customers/import">Import from a file</ButtonLink>
        </div>
      }
      title="No customers yet"
    >
      A customer is who you work for. Projects and their time belong to customers, and invoices will
      be written to them. A name and an e-mail address are enough to begin.
    </Empty>
  ),
};

type All = { readonly count: number | null; readonly seconds_this_month: number | null };

/** Of all customers that match; the first page alone has them. */
function totalsOf({ count, seconds_this_month }: All): { readonly totals?: Totals } {
  if (count === null || seconds_this_month === null) return {};
  if (seconds_this_month === 0) return { totals: { count } };
  return { totals: { count, sums: { [HOURS]: [hours(seconds_this_month)] } } };
}

function None() {
  return (
    <span className="text-ink3">
      <span aria-hidden>–</span>
      <span className="sr-only">none</span>
    </span>
  );
}
