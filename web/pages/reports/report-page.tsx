import { useSearch } from "@tanstack/react-router";
import { Download, Printer } from "lucide-react";
import { Answer } from "../../components/answer.tsx";
import { Button } from "../../components/button.tsx";
import { Page } from "../../components/page.tsx";
import { oneOf } from "../../list/one-of.ts";
import type { REPORTS } from "../../reports.ts";
import { saveTable } from "../../save-table.ts";
import { useTeam } from "../../team.tsx";
import { Period } from "./period.tsx";
import { rangeIn } from "./ranges.ts";
import { READERS, useReport } from "./readers.ts";
import { ReportBody } from "./report-body.tsx";
import { csvOf } from "./report-csv.ts";
import { useBooks } from "./use-books.ts";
import { rangeText } from "./view.ts";

type ReportPageProps = { readonly report: (typeof REPORTS)[number] };

/** A report: its question, the range, the answer in one figure, and what that is made of. */
export function ReportPage({ report: { name, title, question } }: ReportPageProps) {
  const team = useTeam();
  const books = useBooks();
  const search = useSearch({ strict: false });
  const { hasRange } = READERS[name];
  const range = rangeIn(search, books);
  const compare = hasRange ? oneOf(["previous", "year"], search["compare"]) : undefined;
  const query = useReport(name, { team: team.id, ...range, today: books.today, compare });
  const { data } = query;
  const days = data?.range ?? (hasRange ? range : { from: books.today, to: books.today });
  const print = () => {
    if (data !== undefined) window.print();
  };
  const save = () => {
    if (data !== undefined) saveTable(csvOf(data), `${name}-${days.from}-${days.to}.csv`);
  };
  return (
    <Page
      actions={
        <div className="flex flex-wrap gap-2 print:hidden">
          {/* There before the figures, so that nothing moves when these come. */}
          {data?.isEmpty === true || (data === undefined && name === "top-customers") ? null : (
            <>
              <Button aria-disabled={data === undefined || undefined} onClick={print}>
                <Printer aria-hidden size={16} strokeWidth={1.5} />
                Print
              </Button>
              <Button aria-disabled={data === undefined || undefined} onClick={save}>
                <Download aria-hidden size={16} strokeWidth={1.5} />
                Save as CSV
              </Button>
            </>
          )}
        </div>
      }
      back={{ to: "/reports", label: "All reports" }}
      heading={question}
      lead={
        <>
          {title} of <bdi>{team.name}</bdi>, {rangeText(days)}, days of{" "}
          {team.timeZone.replaceAll("_", " ")}, in {team.baseCurrency}
          {name === "balance" ? "." : ". Cash basis: money that moved, tax included."}
        </>
      }
      title={title}
    >
      {hasRange && name !== "top-customers" ? (
        <Period books={books} compare={compare} name={name} range={range} />
      ) : null}
      <Answer query={query} what="the report">
        {(view) => <ReportBody name={name} view={view} />}
      </Answer>
    </Page>
  );
}
