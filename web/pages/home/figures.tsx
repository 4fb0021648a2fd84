import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { spoken } from "../../../src/shared/words.ts";
import type { Output } from "../../api.ts";
import { Chart } from "../../chart/chart.tsx";
import { Empty } from "../../components/answer.tsx";
import { ButtonLink } from "../../components/button.tsx";
import { Section } from "../../components/page.tsx";
import { shortDay } from "../../days.ts";
import { chartHours } from "../../hours.ts";
import { money } from "../../money.ts";
import { billableShare, chartOf, finding, sumsOf } from "./week.ts";

type Overview = Output<"GET /api/teams/:team/overview">;

/** This week's hours and the money that they are worth, each figure with the list that it sums up. */
export function Figures({ overview }: { readonly overview: Overview }) {
  const { week, hasTime, hasCustomers } = overview;
  if (!hasTime) return <NothingYet hasCustomers={hasCustomers} />;
  const { team, own } = sumsOf(week);
  // The page of time lists the reader's own.
  const to = own === team ? TIME : TEAM_TIME;
  const data = chartOf(week, (date) => ({ link: { to, search: { from: date, to: date } } }));
  return (
    <Section hint={`${shortDay(week.from)} to ${shortDay(week.to)}`} id="week" title="This week">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Chart data={data} format={chartHours} placesAre="Day" title={`${finding(week)}.`} />
        <Ledger overview={overview} />
      </div>
    </Section>
  );
}

const TIME = "/time";
const TEAM_TIME = "/time/team";

function Ledger({ overview: { week, unbilled } }: { readonly overview: Overview }) {
  const sums = sumsOf(week);
  const share = billableShare(sums);
  const range = { from: week.from, to: week.to };
  return (
    <dl className="grid border-b-4 border-double border-ink">
      <Entry label="Tracked by the team, this week">
        <Link search={range} to={TEAM_TIME}>
          {sums.team === 0 ? "None yet" : spoken(sums.team)}
        </Link>
      </Entry>
      <Entry label="By you, this week">
        <Link search={range} to={TIME}>
          {sums.own === 0 ? "None yet" : spoken(sums.own)}
        </Link>
      </Entry>
      <Entry label="Billable share, this week">
        <Link search={range} to={TEAM_TIME}>
          {share === null ? "No time yet" : `${share} %`}
        </Link>
      </Entry>
      {unbilled.length === 0 ? (
        <Entry hint="Time on billable projects with a rate adds up here." label="Unbilled, in all">
          Nothing
        </Entry>
      ) : (
        <Entry hint="Tracked on billable projects, at their rates." label="Unbilled, in all">
          <span className={looksOf(unbilled.length)}>
            {unbilled.map(({ currency, minor }) => (
              <span className="block" key={currency}>
                <Link search={{ currency }} to="/projects/unbilled">
                  {money(minor, currency)}
                </Link>
              </span>
            ))}
          </span>
        </Entry>
      )}
    </dl>
  );
}

/** Many currencies stand in two columns, so that the figures end beside their chart. */
function looksOf(currencies: number): string {
  if (currencies > 2) return "grid grid-cols-2 gap-x-4 gap-y-1 text-section";
  return currencies === 1 ? "" : "text-title";
}

type EntryProps = {
  readonly label: string;
  readonly hint?: string;
  readonly children: ReactNode;
};

function Entry({ label, hint, children }: EntryProps) {
  return (
    <div className="grid gap-0.5 border-t border-line py-3 first:border-t-0 first:pt-0">
      <dt className="text-ink2">{label}</dt>
      <dd className="text-end text-key-figure font-semibold [&_a]:text-ink [&_a]:underline [&_a]:decoration-1">
        {children}
      </dd>
      {hint === undefined ? null : <dd className="text-end text-caption text-ink2">{hint}</dd>}
    </div>
  );
}

/** First step of a team without tracked time. */
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
