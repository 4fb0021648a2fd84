import { api, type Output } from "../../api.ts";
import { Empty } from "../../components/answer.tsx";
import { ButtonLink } from "../../components/button.tsx";
import { hours } from "../../hours.ts";
import type { FilterValues } from "../../list/filters.ts";
import type { List } from "../../list/list.ts";
import { money } from "../../money.ts";
import { CUSTOMER } from "./customer-filter.ts";

const PATH = "GET /api/teams/:team/projects/unbilled";

type Answer = Output<typeof PATH>;

/** Projects with unbilled time, by customer. Amounts of different currencies are never added. */
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
  search: { label: "Search projects and customers" },
  filters: [CUSTOMER, { name: "currency", label: "Currency", kind: "loaded choice", all: "All" }],
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
    order: "By customer. Running timers are left out",
    first: "first",
    further: "further",
  },
  neverAny: (
    <Empty
      action={<ButtonLink to="/projects">See the projects</ButtonLink>}
      title="Nothing is unbilled"
    >
      <p>
        Time on billable projects with an hourly rate adds up here. A project gets both under
        Change.
      </p>
    </Empty>
  ),
};

/** The query of a filter, for the routes of the list and of its file. */
export function filterOf({ q, customer, currency }: FilterValues) {
  return {
    ...(q === undefined ? {} : { q }),
    ...(customer === undefined ? {} : { customer_id: customer }),
    ...(currency === undefined ? {} : { currency }),
  };
}

function totalsOf({ projects, amounts }: NonNullable<Answer["totals"]>) {
  return {
    count: projects,
    sums: {
      Hours: amounts.map(({ seconds }) => hours(seconds)),
      Amount: amounts.map(({ minor, currency }) => money(minor, currency)),
    },
  };
}
