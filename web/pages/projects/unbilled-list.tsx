import { api, type Output } from "../../api.ts";
import { Empty } from "../../components/answer.tsx";
import { ButtonLink } from "../../components/button.tsx";
import type { FilterValues } from "../../list/filters.ts";
import type { List } from "../../list/list.ts";
import { hours, money } from "../../numbers.ts";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { CUSTOMER, PROJECT } from "./filters.ts";
import { InvoiceHoursButton } from "./invoice-hours-button.tsx";

const TO_PROJECTS = <ButtonLink to="/projects">See the projects</ButtonLink>;

/** Says what is missing: a project that is billed by the hour, or time on one. */
function NothingUnbilled() {
  const { data } = useOfTeam(useTeam(), "GET /api/teams/:team/projects/unbilled", { limit: 1 });
  if (data === undefined) return null;
  return data.totals?.has_billable === true ? (
    <Empty action={TO_PROJECTS} title="No billable time is tracked yet">
      Time on your billable projects adds up here as soon as it is tracked.
    </Empty>
  ) : (
    <Empty action={TO_PROJECTS} title="No project is billed by the hour yet">
      Time adds up here once its project is billable and has a rate per hour. A project gets both
      under Edit.
    </Empty>
  );
}

const PATH = "GET /api/teams/:team/projects/unbilled";

type Answer = Output<typeof PATH>;
type Row = Answer["items"][number];

/** Projects with unbilled time, by currency and customer. Amounts of different currencies are never added. */
export const UNBILLED: List<Row> = {
  page: "/projects/unbilled",
  route: PATH,
  openAs: { page: (id) => `/projects/${id}` },
  read: async (values, place) => {
    const { items, nextCursor, totals } = await api(PATH, { ...unbilledFilter(values), ...place });
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
      width: { least: 11, grow: 1.4 },
      narrow: "first",
      isName: true,
      cell: ({ name }) => <bdi>{name}</bdi>,
    },
    {
      title: "Hours",
      width: 6,
      align: "end",
      narrow: "second",
      cell: ({ seconds }) => hours(seconds),
    },
    {
      title: "Rate per hour",
      width: 8,
      align: "end",
      leaves: 1,
      cell: ({ rate_minor, currency }) => money(rate_minor, currency),
    },
    {
      title: "Amount",
      width: 8,
      align: "end",
      narrow: "first",
      cell: ({ minor, currency }) => money(minor, currency),
    },
  ],
  groups: {
    of: groupOf,
    titleOf: (_group, _reader, { customer, currency }) =>
      `${customer?.name ?? "No customer"}, ${currency}`,
    Action: InvoiceGroup,
  },
  everyMs: 30_000,
  words: {
    what: "the unbilled time",
    one: "project",
    many: "projects",
    order: "By currency and customer. Running timers and hours on invoices are left out",
    first: "first",
    further: "further",
  },
  neverAny: <NothingUnbilled />,
};

/** Rows of one customer and currency: what one invoice can have. */
function groupOf({ customer, currency }: Row): string {
  return `${currency} ${customer?.id ?? ""}`;
}

function InvoiceGroup({ first: { customer, currency } }: { readonly first: Row }) {
  if (customer === null)
    return <span className="text-ink2">Give the projects a customer to invoice their hours.</span>;
  return (
    <InvoiceHoursButton currency={currency} customer={customer}>
      Invoice the hours…
      <span className="sr-only">
        {" "}
        of {customer.name}, {currency}
      </span>
    </InvoiceHoursButton>
  );
}

/** The query of a filter, for the routes of the list and of its file. */
export function unbilledFilter({ customer, project, ...same }: FilterValues) {
  return {
    ...same,
    ...(customer === undefined ? {} : { customer_id: customer }),
    ...(project === undefined ? {} : { project_id: project }),
  };
}

function totalsOf({ projects, amounts, ahead_seconds }: NonNullable<Answer["totals"]>) {
  const seconds = amounts.reduce((sum, { seconds }) => sum + seconds, 0);
  const notes = [
    ...(amounts.length < 2 ? [] : [`${hours(seconds)} hours in all`]),
    ...(ahead_seconds === 0 ? [] : [`${hours(ahead_seconds)} hours in the future left out`]),
  ];
  return {
    count: projects,
    ...(notes.length === 0 ? {} : { note: notes.join(" · ") }),
    lines: amounts.map(({ currency }) => currency),
    sums: {
      Hours: amounts.map(({ seconds }) => hours(seconds)),
      Amount: amounts.map(({ minor, currency }) => money(minor, currency)),
    },
  };
}
