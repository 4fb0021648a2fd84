import { api, type Output } from "../../api.ts";
import type { FilterValues } from "../../list/filters.ts";
import type { List } from "../../list/list.ts";
import { hours, money } from "../../numbers.ts";
import { CUSTOMER } from "./customer-filter.ts";
import { NothingUnbilled } from "./nothing-unbilled.tsx";
import { PROJECT } from "./project-filter.ts";

const PATH = "GET /api/teams/:team/projects/unbilled";

type Answer = Output<typeof PATH>;

/** Projects with unbilled time, by currency and customer. Amounts of different currencies are never added. */
export const UNBILLED: List<Answer["items"][number]> = {
  page: "/projects/unbilled",
  route: PATH,
  openAs: { page: (id) => `/projects/${id}` },
  read: async (values, place) => {
    const { items, nextCursor, totals } = await api(PATH, { ...filterOf(values), ...place });
    return {
      rows: items,
      nextCursor,
      ...(totals === null ? {} : { totals: totalsOf(totals) }),
    };
  },
  keyOf: ({ id }) => id,
  search: { label: "Search projects and customers", brief: "Search by name" },
  filters: [
    CUSTOMER,
    PROJECT,
    { name: "currency", label: "Currency", kind: "loaded choice", all: "All" },
    { name: "from", label: "From", kind: "day" },
    { name: "to", label: "To", kind: "day" },
  ],
  columns: [
    {
      title: "Project",
      width: "minmax(0, 1.4fr)",
      narrow: "first",
      isName: true,
      cell: ({ name }) => <bdi>{name}</bdi>,
    },
    {
      title: "Customer",
      width: "minmax(0, 1fr)",
      narrow: "second",
      cell: ({ customer }) =>
        customer === null ? <span className="text-ink2">None</span> : <bdi>{customer.name}</bdi>,
    },
    {
      title: "Hours",
      width: "7rem",
      align: "end",
      narrow: "second",
      cell: ({ seconds }) => hours(seconds),
    },
    {
      title: "Rate per hour",
      width: "8rem",
      align: "end",
      isWideOnly: true,
      cell: ({ rate_minor, currency }) => money(rate_minor, currency),
    },
    {
      title: "Amount",
      width: "9rem",
      align: "end",
      narrow: "first",
      cell: ({ minor, currency }) => money(minor, currency),
    },
  ],
  everyMs: 30_000,
  words: {
    what: "the unbilled time",
    one: "project",
    many: "projects",
    order: "By currency and customer. Running timers are left out",
    first: "first",
    further: "further",
  },
  neverAny: <NothingUnbilled />,
};

/** The query of a filter, for the routes of the list and of its file. */
export function filterOf({ customer, project, ...same }: FilterValues) {
  return {
    ...same,
    ...(customer === undefined ? {} : { customer_id: customer }),
    ...(project === undefined ? {} : { project_id: project }),
  };
}

function totalsOf({ projects, amounts }: NonNullable<Answer["totals"]>) {
  const seconds = amounts.reduce((sum, { seconds }) => sum + seconds, 0);
  return {
    count: projects,
    ...(amounts.length < 2 ? {} : { note: `${hours(seconds)} hours in all` }),
    lines: amounts.map(({ currency }) => currency),
    sums: {
      Hours: amounts.map(({ seconds }) => hours(seconds)),
      Amount: amounts.map(({ minor, currency }) => money(minor, currency)),
    },
  };
}
