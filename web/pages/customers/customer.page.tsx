import { useParams, useNavigate, useSearch, Link } from "@tanstack/react-router";
import { lazy, Suspense, type ComponentType, useMemo } from "react";
import { dayIn } from "../../../src/shared/time.ts";
import { spoken } from "../../../src/shared/words.ts";
import { api } from "../../api.ts";
import { Answer, Empty } from "../../components/answer.tsx";
import { Figure, FigureLine } from "../../components/figures.tsx";
import { Page } from "../../components/page.tsx";
import { Status } from "../../components/status.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { clockTime, dayWords, shortDay } from "../../dates.ts";
import { ListView } from "../../list/list-view.tsx";
import type { List } from "../../list/list.ts";
import { money } from "../../numbers.ts";
import { useOpen } from "../../open.ts";
import { useRemembered } from "../../palette/recents.ts";
import { useOfTeam, useMe, useNow } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { EVENT_ROWS, type Event } from "../activity/event.ts";
import { DoerShape, Sentence } from "../activity/sentence.tsx";
import { NotFound } from "../not-found.tsx";
import { InvoiceHoursButton } from "../projects/invoice-hours-button.tsx";
import { CustomerActions, DELETE_CUSTOMER } from "./customer-actions.tsx";
import { type Customer, isUnknown, monthAround } from "./customer.ts";
import { CustomerInvoices, Owed } from "./invoices.tsx";
import { CustomerOverview } from "./overview.tsx";
import { Time } from "./time.tsx";

const DeleteCustomer = lazy(async () =>
  import("./delete-customer.tsx").then(({ DeleteCustomer }) => ({ default: DeleteCustomer })),
);

const CustomerStatement = lazy(async () =>
  import("./statement.tsx").then(({ CustomerStatement }) => ({ default: CustomerStatement })),
);

const BACK = { to: "/customers", label: "Customers" } as const;

export function CustomerPage() {
  const { id = "" } = useParams({ strict: false });
  const team = useTeam();
  const query = useOfTeam(team, "GET /api/teams/:team/customers/:id", { id });
  if (query.data === undefined && isUnknown(query.error)) return <NotFound />;
  if (query.data === undefined)
    return (
      <Page title="Customer">
        <Answer query={query} what="the customer">
          {() => null}
        </Answer>
      </Page>
    );
  return <Known customer={query.data} key={id} />;
}

function Known({ customer }: { readonly customer: Customer }) {
  const { open, hide } = useOpen();
  const { id, name, contact, is_archived } = customer;
  useRemembered(name, "Customer", `/customers/${id}`);
  return (
    <Page
      actions={<CustomerActions customer={customer} />}
      back={BACK}
      heading={
        <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
          <bdi>{name}</bdi>
          {is_archived ? <Status tone="quiet">Archived</Status> : null}
        </span>
      }
      lead={contact === null ? undefined : <bdi>{contact}</bdi>}
      title={name}
    >
      <Figures customer={customer} />
      <CustomerTabs customer={customer} />
      <Suspense>
        {open === DELETE_CUSTOMER ? <DeleteCustomer customer={customer} onClose={hide} /> : null}
      </Suspense>
    </Page>
  );
}

type Tab = {
  readonly id: string;
  readonly label: string;
  readonly Content: ComponentType<{ readonly customer: Customer }>;
};

/** Documents of the customer get a tab when there are some. */
const TABS: readonly [Tab, ...Tab[]] = [
  { id: "overview", label: "Overview", Content: CustomerOverview },
  { id: "invoices", label: "Invoices", Content: CustomerInvoices },
  { id: "statement", label: "Statement", Content: CustomerStatement },
  { id: "time", label: "Time", Content: Time },
  { id: "activity", label: "Activity", Content: History },
];

function CustomerTabs({ customer }: { readonly customer: Customer }) {
  const { tab } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [first] = TABS;
  const chosen = TABS.find(({ id }) => id === tab) ?? first;
  const choose = (id: string) =>
    void navigate({
      to: "/customers/$id",
      params: { id: customer.id },
      search: id === first.id ? {} : { tab: id },
      resetScroll: false,
    });
  return (
    <Tabs chosen={chosen} label="Customer" onChoose={choose} tabs={TABS}>
      <Suspense>
        <chosen.Content customer={customer} />
      </Suspense>
    </Tabs>
  );
}

/** Changes of the customer, newest first; each leads to Activity, where it is undone. */
function History({ customer: { id } }: { readonly customer: Customer }) {
  const list = useMemo(() => historyOf(id), [id]);
  return <ListView choices={{}} list={list} />;
}

function historyOf(id: string): List<Event> {
  return {
    page: { to: "/customers/$id", id, search: { tab: "activity" } },
    openAs: { page: (event) => `/activity?event=${event}` },
    ...EVENT_ROWS,
    read: async (_values, place) => {
      const filter = { record: `customer:${id}`, ...place };
      const { events, nextCursor } = await api(EVENT_ROWS.route, filter);
      return { rows: events, nextCursor };
    },
    filters: [],
    columns: [
      {
        title: "Time",
        width: 3,
        narrow: "first",
        cell: ({ at }, { timeZone }) => (
          <time className="text-ink2" dateTime={at}>
            {clockTime(at, timeZone)}
          </time>
        ),
      },
      {
        title: "Change",
        width: { least: 16, grow: 1 },
        narrow: "second",
        isName: true,
        cell: (event) => (
          <>
            <span className="me-2">
              <DoerShape event={event} />
            </span>
            <Sentence event={event} />
          </>
        ),
      },
    ],
    groups: {
      of: ({ at }, { timeZone }) => dayIn(timeZone, at),
      titleOf: (day, { today }) => dayWords(day, today),
    },
    everyMs: 30_000,
    words: {
      what: "the activity",
      one: "change",
      many: "changes",
      order: "The newest first",
      hasTimes: true,
      first: "newest",
      further: "older",
    },
    neverAny: <Empty title="No changes">Changes of the customer appear here.</Empty>,
  };
}

const TIME = { tab: "time" } as const;

function Figures({ customer }: { readonly customer: Customer }) {
  const { timeZone } = useMe().user;
  const today = dayIn(timeZone, useNow());
  const { id, tracked_on, project_count } = customer;
  const projects = (
    <Figure name="Projects">
      {project_count === 0 ? (
        "None"
      ) : (
        <Link search={{ customer: id }} to="/projects">
          {project_count.toLocaleString("en-GB")}
        </Link>
      )}
    </Figure>
  );
  if (tracked_on === null)
    return (
      <FigureLine>
        <Owed customer={customer} />
        <Figure name="Time">None tracked yet</Figure>
        {projects}
      </FigureLine>
    );
  return (
    <FigureLine>
      <Owed customer={customer} />
      <Figure name="Tracked this month">
        {customer.seconds_this_month === 0 ? (
          "None"
        ) : (
          <Link params={{ id }} search={{ ...TIME, ...monthAround(today) }} to="/customers/$id">
            {spoken(customer.seconds_this_month)}
          </Link>
        )}
      </Figure>
      <Figure name="Tracked in all">
        <Link params={{ id }} search={TIME} to="/customers/$id">
          {spoken(customer.seconds)}
        </Link>
      </Figure>
      <Unbilled customer={customer} />
      {projects}
      <Figure name="Last tracked">{tracked_on === today ? "Today" : shortDay(tracked_on)}</Figure>
    </FigureLine>
  );
}

/** Worth of the time that no invoice has, in each currency. */
function Unbilled({ customer }: { readonly customer: Customer }) {
  const { id } = customer;
  const filter = { customer_id: id, limit: 1 };
  const { data } = useOfTeam(useTeam(), "GET /api/teams/:team/projects/unbilled", filter);
  const amounts = data?.totals?.amounts ?? [];
  const [first] = amounts;
  return (
    <Figure
      below={
        first && (
          <InvoiceHoursButton currency={first.currency} customer={customer} kind="quiet">
            Invoice the hours…
          </InvoiceHoursButton>
        )
      }
      name="Unbilled"
    >
      {amounts.length === 0 ? (
        data && "Nothing"
      ) : (
        <Link search={{ customer: id }} to="/projects/unbilled">
          {amounts.map(({ minor, currency }) => money(minor, currency)).join(" · ")}
        </Link>
      )}
    </Figure>
  );
}
