import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { enumerated, spoken } from "../../../src/shared/words.ts";
import type { Output } from "../../api.ts";
import { Chart } from "../../chart/chart.tsx";
import { Empty } from "../../components/answer.tsx";
import { ButtonLink } from "../../components/button.tsx";
import { Section } from "../../components/page.tsx";
import { Shape } from "../../components/shapes.tsx";
import { shortDay } from "../../dates.ts";
import { counted, money } from "../../numbers.ts";
import { useOwnTimer } from "../../timer/own-timer.ts";
import { billableShare, chartOf, finding, weekSums } from "./week.ts";

type Overview = Output<"GET /api/teams/:team/overview">;

/** This week's hours and the money that they are worth, each figure with the list that it sums up. */
export function Figures({ overview }: { readonly overview: Overview }) {
  const { week, hasTime, hasCustomers } = overview;
  const isRunning = (useOwnTimer()?.running ?? null) !== null;
  if (!hasTime)
    return (
      <>
        <NothingYet hasCustomers={hasCustomers} />
        {overview.invoices.owed.length === 0 ? null : (
          <dl className="grid max-w-80">
            <Owed {...overview.invoices} />
          </dl>
        )}
      </>
    );
  const { team, own } = weekSums(week);
  // The page of time lists the reader's own.
  const to = own === team ? TIME : TEAM_TIME;
  const data = chartOf(week, (date) => ({ link: { to, search: { from: date, to: date } } }));
  return (
    <Section
      hint={`${shortDay(week.from)} to ${shortDay(week.to)}${isRunning ? ". Your running timer counts once it is stopped." : ""}`}
      id="week"
      title="This week"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Chart data={data} format={spokenHours} placesAre="Day" title={`${finding(week)}.`} />
        <Ledger overview={overview} />
      </div>
    </Section>
  );
}

function spokenHours(hours: number): string {
  return spoken(Math.round(hours * 3600));
}

const TIME = "/time";
const TEAM_TIME = "/time/team";

function Ledger({ overview: { week, unbilled, invoices } }: { readonly overview: Overview }) {
  const sums = weekSums(week);
  const share = billableShare(sums);
  const range = { from: week.from, to: week.to };
  return (
    <dl className="grid">
      <Entry
        hint={
          // The team's time is the reader's own, or none of it is.
          sums.own === 0 || sums.own === sums.team ? undefined : (
            <Link className="inline-block min-h-6 text-ink2 underline" search={range} to={TIME}>
              {spoken(sums.own)} by you
            </Link>
          )
        }
        label="Tracked by the team, this week"
      >
        {/* The sum of the bars beside it. */}
        <span className="border-b-4 border-double border-accent text-key-figure">
          <Link className="no-underline" search={range} to={TEAM_TIME}>
            {sums.team === 0 ? "None yet" : spoken(sums.team)}
          </Link>
        </span>
      </Entry>
      <Entry label="Billable share, this week">
        <Link search={range} to={TEAM_TIME}>
          {share === null ? "No time yet" : `${share} %`}
        </Link>
      </Entry>
      <Unbilled amounts={unbilled} />
      <Owed {...invoices} />
    </dl>
  );
}

const MOST_CURRENCIES = 3;

function Unbilled({ amounts }: { readonly amounts: Overview["unbilled"] }) {
  if (amounts.length === 0)
    return (
      <Entry hint="Time on billable projects with a rate adds up here." label="Unbilled, in all">
        Nothing
      </Entry>
    );
  const more = amounts.length - MOST_CURRENCIES;
  return (
    <Entry
      hint={
        more <= 0 ? (
          "Tracked on billable projects, at their rates."
        ) : (
          <Link className="inline-block min-h-6 text-ink2 underline" to="/projects/unbilled">
            {counted(more, "more currency", "more currencies")}
          </Link>
        )
      }
      label="Unbilled, in all"
    >
      {amounts.slice(0, MOST_CURRENCIES).map(({ currency, minor }) => (
        <span className="block" key={currency}>
          <Link search={{ currency }} to="/projects/unbilled">
            {money(minor, currency)}
          </Link>
        </span>
      ))}
    </Entry>
  );
}

type OwedProps = Overview["invoices"];

/** The page of invoices has the same sums below its rows. */
function Owed({ owed, overdue, to_refund }: OwedProps) {
  if (owed.length === 0 && to_refund.length === 0) return null;
  const more = owed.length - MOST_CURRENCIES;
  const late = overdue.map(({ minor, currency }) => money(minor, currency));
  return (
    <Entry
      hint={
        <>
          {late.length === 0 ? (
            "Nothing is overdue."
          ) : (
            <Link
              className="inline-flex min-h-6 items-center gap-1 text-bad underline"
              search={{ status: "overdue" }}
              to="/invoices"
            >
              <Shape tone="warn" />
              {enumerated(late)} overdue
            </Link>
          )}
          {to_refund.length === 0 ? null : (
            <Link
              className="flex min-h-6 items-center text-ink2 underline max-sm:justify-end"
              search={{ status: "to_refund" }}
              to="/invoices"
            >
              {enumerated(to_refund.map(({ minor, currency }) => money(minor, currency)))} to refund
            </Link>
          )}
        </>
      }
      label="Owed by customers"
    >
      {owed.length === 0 ? "Nothing" : null}
      {owed.slice(0, MOST_CURRENCIES).map(({ currency, minor }) => (
        <span className="block" key={currency}>
          <Link to="/invoices">{money(minor, currency)}</Link>
        </span>
      ))}
      {more <= 0 ? null : (
        <Link className="block text-caption font-normal text-ink2" to="/invoices">
          {counted(more, "more currency", "more currencies")}
        </Link>
      )}
    </Entry>
  );
}

type EntryProps = {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly children: ReactNode;
};

function Entry({ label, hint, children }: EntryProps) {
  return (
    <div className="grid gap-1 border-t border-line py-3 first:border-t-0 first:pt-0">
      <dt className="text-ink2">{label}</dt>
      <dd className="text-title font-semibold tabular-nums max-sm:text-end [&_a]:text-ink [&_a:not(.no-underline)]:underline [&_a]:decoration-1">
        {children}
      </dd>
      {hint === undefined ? null : (
        <dd className="text-caption text-ink2 max-sm:text-end">{hint}</dd>
      )}
    </div>
  );
}

function NothingYet({ hasCustomers }: { readonly hasCustomers: boolean }) {
  const step = hasCustomers
    ? { to: TIME, search: {}, words: "Track time" }
    : { to: "/customers", search: { open: "new" }, words: "Add a customer" };
  return (
    <Section id="week" title="This week">
      <Empty
        action={
          <ButtonLink kind="primary" search={step.search} to={step.to}>
            {step.words}
          </ButtonLink>
        }
        title="No time is tracked yet"
      >
        <p>Hours by day, their billable share and what is not billed yet will stand here.</p>
      </Empty>
    </Section>
  );
}
