import { Link } from "@tanstack/react-router";
import type { ListLink } from "../../chart/data.ts";
import { isLost, Late } from "../../components/answer.tsx";
import { Button } from "../../components/button.tsx";
import { Items, Page } from "../../components/page.tsx";
import { useOfTeam } from "../../queries.ts";
import { type ReportName, REPORTS } from "../../reports.ts";
import { useTeam } from "../../team.tsx";
import { NoTransactions } from "../transactions/no-transactions.tsx";
import { months, type Range, rangeText } from "./ranges.ts";
import { hasRange, useBooks, useReport } from "./readers.ts";
import type { ReportView } from "./view.ts";

export function Reports() {
  const { today } = useBooks();
  const range = months(today, 0, 1);
  const any = useOfTeam(useTeam(), "GET /api/teams/:team/transactions", { limit: 1 });
  const hasNone = any.data?.items.length === 0;
  return (
    <Page
      lead={
        <>
          This month is <span className="whitespace-nowrap">{rangeText(range)}</span>.
        </>
      }
      title="Reports"
    >
      {hasNone ? <NoTransactions /> : null}
      <Items label="Reports">
        {REPORTS.map((report) => (
          <ReportItem
            hasNone={hasNone}
            key={report.name}
            // The average needs whole months.
            range={report.name === "burn-rate" ? months(today, -12, 12) : range}
            report={report}
          />
        ))}
      </Items>
    </Page>
  );
}

type ReportItemProps = {
  readonly report: (typeof REPORTS)[number];
  readonly range: Range;
  /** True for a team without transactions: the page says so once. */
  readonly hasNone: boolean;
};

function ReportItem({ report: { name, title, question }, range, hasNone }: ReportItemProps) {
  const { id: team } = useTeam();
  const { today } = useBooks();
  const query = useReport(name, { team, ...range, today });
  const { data } = query;
  const isOfRange = hasRange(name);
  const link = { to: `/reports/${name}`, search: isOfRange ? range : {} };
  const isEmpty = data?.isEmpty === true;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 py-3 max-sm:items-center max-sm:py-2 sm:gap-y-1">
      <div className="max-sm:contents">
        <h2 className="max-sm:col-span-2">
          <Link
            className="inline-flex min-h-11 items-center text-section font-medium sm:min-h-7"
            {...link}
          >
            {question}
          </Link>
        </h2>
        {/* On phones in a line of its own: beside the figure it would break once that is there. */}
        <p className="text-ink2 max-sm:col-span-2">
          {title}, {PERIODS[name] ?? (isOfRange ? "this month so far" : "today")}
        </p>
      </div>
      <div className="max-sm:contents sm:grid sm:justify-items-end sm:gap-0.5">
        <span className="min-h-7 text-title font-semibold max-sm:order-2 max-sm:min-h-8">
          {isEmpty ? (
            <span className="text-body font-normal text-ink2">
              {hasNone ? null : (NOTHING[name] ?? "Nothing this month")}
            </span>
          ) : data === undefined && query.error !== null ? (
            <Lost error={query.error} onRetry={() => void query.refetch()} title={title} />
          ) : (
            <Figure link={link} of={title} view={data} />
          )}
        </span>
        <span className="min-h-4 text-caption text-ink2 max-sm:order-1">
          {isEmpty || data?.figure.label === title ? null : (data?.short ?? data?.figure.label)}
        </span>
      </div>
    </li>
  );
}

/** Periods of reports that are neither of this month nor of today. */
const PERIODS: Partial<Readonly<Record<ReportName, string>>> = {
  "burn-rate": "last 12 months",
  "recurring-expenses": "last six months",
};

/** Words for an empty report, where it does not lack a transaction of this month. */
const NOTHING: Partial<Readonly<Record<ReportName, string>>> = {
  "top-customers": "No paid invoices yet",
  "burn-rate": "Not enough months yet",
  runway: "Not enough months yet",
  "recurring-expenses": "Not enough months yet",
  balance: "No account yet",
};

type FigureProps = {
  readonly view: ReportView | undefined;
  /** Leads to the report, for a figure that sums up no list. */
  readonly link: ListLink;
  readonly of: string;
};

/** The answer in one figure, with its list. It is no Tab stop: the report is the one of the row. */
function Figure({ view, link, of }: FigureProps) {
  if (view === undefined) return <Late>…</Late>;
  const { cell } = view.figure;
  return (
    <Link className="text-ink underline decoration-1" tabIndex={-1} {...(cell.link ?? link)}>
      <span className="sr-only">{of}: </span>
      {cell.text}
    </Link>
  );
}

type LostProps = { readonly title: string; readonly error: Error; readonly onRetry: () => void };

function Lost({ title, error, onRetry }: LostProps) {
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-3 text-body font-normal text-ink2">
      Could not be loaded
      {isLost(error) ? null : (
        <Button onClick={onRetry}>
          Try again<span className="sr-only"> {title}</span>
        </Button>
      )}
    </span>
  );
}
