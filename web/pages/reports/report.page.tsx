import { Link, useParams, useSearch } from "@tanstack/react-router";
import { Download, Printer } from "lucide-react";
import { Answer, Late } from "../../components/answer.tsx";
import { Button } from "../../components/button.tsx";
import { Page } from "../../components/page.tsx";
import { shortDay, zoneWords } from "../../dates.ts";
import { saveTable } from "../../files.ts";
import { oneOf } from "../../list/filters.ts";
import { REPORTS } from "../../reports.ts";
import { useTeam } from "../../team.tsx";
import { NotFound } from "../not-found.tsx";
import { Period } from "./period.tsx";
import { progressOf, type Range, rangeIn, rangeText } from "./ranges.ts";
import { hasRange, useBooks, useReport } from "./readers.ts";
import { ReportBody } from "./report-body.tsx";
import { reportCsv } from "./report-csv.ts";
import type { ReportView } from "./view.ts";

export function Report() {
  const { name } = useParams({ from: "/reports/$name" });
  const report = REPORTS.find((report) => report.name === name);
  return report === undefined ? <NotFound /> : <ReportPage key={name} report={report} />;
}

/** Bases of the reports that have another than most. */
const BASES: Readonly<Record<string, string>> = {
  balance: ".",
  tax: ". Cash basis: tax in money that moved.",
};

type ReportPageProps = { readonly report: (typeof REPORTS)[number] };

function ReportPage({ report: { name, title, question } }: ReportPageProps) {
  const team = useTeam();
  const books = useBooks();
  const search = useSearch({ strict: false });
  const isOfRange = hasRange(name);
  const range = rangeIn(search, books);
  const compare = isOfRange ? oneOf(["previous", "year"], search["compare"]) : undefined;
  const query = useReport(name, { team: team.id, ...range, today: books.today, compare });
  const { data } = query;
  const days = data?.range ?? (isOfRange ? range : { from: books.today, to: books.today });
  const progress = isOfRange ? progressOf(days, books.today) : null;
  return (
    <Page
      actions={<Actions days={days} name={name} view={data} />}
      back={{ to: "/reports", label: "All reports" }}
      heading={question}
      lead={
        <>
          {title} of <bdi>{team.name}</bdi>,{" "}
          <span className="whitespace-nowrap">{rangeText(days)}</span>
          {progress === null ? "" : ` (${progress}; today is ${shortDay(books.today)})`},{" "}
          {zoneWords(team.timeZone)}, in {team.baseCurrency}
          {BASES[name] ?? ". Cash basis: money that moved, tax included."}
        </>
      }
      title={`${title}: ${question}`}
    >
      <div className="grid gap-x-12 gap-y-5 lg:grid-cols-[minmax(0,1fr)_auto] print:block">
        {data?.isEmpty === true || query.isLoadingError ? (
          <div className="max-lg:hidden" />
        ) : (
          <KeyFigure
            isCompared={compare !== undefined}
            isCut={progress === "so far" && days.to > books.today}
            view={data}
          />
        )}
        {isOfRange && name !== "top-customers" ? (
          <Period books={books} compare={compare} name={name} range={range} />
        ) : null}
      </div>
      <Answer query={query} what="the report">
        {(view) => <ReportBody name={name} view={view} />}
      </Answer>
    </Page>
  );
}

type ActionsProps = {
  readonly name: string;
  readonly view: ReportView | undefined;
  readonly days: Range;
};

/** Buttons that are there before the figures, so that nothing moves when these come. */
function Actions({ name, view, days: { from, to } }: ActionsProps) {
  const isReady = view !== undefined;
  const print = () => {
    if (isReady) window.print();
  };
  const save = () => {
    if (isReady) saveTable(reportCsv(view), `${name}-${from}-${to}.csv`);
  };
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {view?.isEmpty === true || (!isReady && name === "top-customers") ? null : (
        <>
          <Button aria-disabled={!isReady || undefined} onClick={print}>
            <Printer aria-hidden size={16} strokeWidth={1.5} />
            Print
          </Button>
          <Button aria-disabled={!isReady || undefined} onClick={save}>
            <Download aria-hidden size={16} strokeWidth={1.5} />
            Save as CSV
          </Button>
        </>
      )}
    </div>
  );
}

type KeyFigureProps = {
  readonly view: ReportView | undefined;
  readonly isCompared: boolean;
  /** True while the range goes on: the range before is cut at the counterpart of today. */
  readonly isCut: boolean;
};

/** The answer in one figure. Its place is kept while it loads: nothing below moves. */
function KeyFigure({ view, isCompared, isCut }: KeyFigureProps) {
  if (view === undefined)
    return (
      <div aria-hidden className={isCompared ? "min-h-21" : "min-h-15"}>
        <Late>…</Late>
      </div>
    );
  const { label, cell } = view.figure;
  const { compared = null } = view;
  return (
    <dl className="grid content-start justify-start gap-1">
      <dt className="text-ink2">{label}</dt>
      <dd className="justify-self-start border-b-4 border-double border-accent text-key-figure font-semibold">
        {cell.link === undefined ? (
          cell.text
        ) : (
          <Link className="text-ink" {...cell.link}>
            {cell.text}
          </Link>
        )}
      </dd>
      {compared === null ? null : (
        <dd className="text-ink2">
          {compared.change}{" "}
          {compared.cell.link === undefined ? (
            compared.cell.text
          ) : (
            <Link className="underline" {...compared.cell.link}>
              {compared.cell.text}
            </Link>
          )}
          , {rangeText(compared.range)}
          {isCut ? ": as far as this range has gone" : ""}
        </dd>
      )}
    </dl>
  );
}
