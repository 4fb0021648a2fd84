import { api } from "../../api.ts";
import { Empty } from "../../components/answer.tsx";
import { ButtonLink } from "../../components/button.tsx";
import { dayIn, shortDay } from "../../days.ts";
import { hours } from "../../hours.ts";
import type { List } from "../../list/list.ts";
import { oneOf } from "../../list/one-of.ts";
import { TagNames } from "../../tags/tag-names.tsx";
import { BatchActions } from "./batch-actions.tsx";
import { type CustomerRow, filterOf } from "./customer.ts";
import { NewCustomerButton } from "./new-customer-button.tsx";

const PATH = "GET /api/teams/:team/customers";

const SORTS = ["name", "-name", "created", "-created"] as const;

/** The team's customers, archived ones apart. */
export const CUSTOMERS: List<CustomerRow> = {
  page: "/customers",
  openAs: { page: (id) => `/customers/${id}` },
  route: PATH,
  read: async (values, place) => {
    const sort = oneOf(SORTS, values["sort"]);
    const { items, nextCursor, count } = await api(PATH, { ...filterOf(values), ...place, sort });
    return { rows: items, nextCursor, ...(count === null ? {} : { totals: { count } }) };
  },
  keyOf: ({ id }) => id,
  search: { label: "Search names, contacts and e-mail addresses" },
  sort: "name",
  filters: [
    { name: "tag", label: "Tag", kind: "loaded choice", all: "All tags", unknown: "A deleted tag" },
    {
      name: "archived",
      label: "Customers",
      kind: "choice",
      all: "Current",
      choices: [{ value: "true", label: "Archived" }],
    },
  ],
  selection: { Actions: BatchActions },
  columns: [
    {
      title: "Name",
      width: "minmax(0, 2fr)",
      narrow: "first",
      isName: true,
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
      width: "minmax(0, 1.4fr)",
      narrow: "second",
      isCut: true,
      cell: ({ email }) => <bdi className="text-ink2">{email}</bdi>,
    },
    {
      title: "Tags",
      width: "minmax(0, 1fr)",
      isWideOnly: true,
      isCut: true,
      cell: ({ tags }) => (tags.length === 0 ? <None /> : <TagNames tags={tags} />),
    },
    {
      title: "Projects",
      width: "4rem",
      align: "end",
      isWidestOnly: true,
      cell: ({ project_count }) => project_count.toLocaleString("en-GB"),
    },
    {
      title: "This month",
      width: "5rem",
      align: "end",
      narrow: "first",
      cell: ({ seconds_this_month }) =>
        seconds_this_month === 0 ? <None /> : hours(seconds_this_month),
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

function None() {
  return (
    <span className="text-ink3">
      <span aria-hidden>–</span>
      <span className="sr-only">none</span>
    </span>
  );
}
