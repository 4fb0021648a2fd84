import { Link } from "@tanstack/react-router";
import { Late } from "../../components/late.tsx";
import { Items, Page } from "../../components/page.tsx";
import { REPORTS } from "../../reports.ts";
import { useTeam } from "../../team.tsx";
import { months } from "./ranges.ts";
import { READERS, useReport } from "./readers.ts";
import { useBooks } from "./use-books.ts";
import { rangeText } from "./view.ts";

/** Questions about the books, each with its answer in one figure. */
export function Reports() {
  const range = months(useBooks().today, 0, 1);
  return (
    <Page lead={`Figures of this month, ${rangeText(range)}, or of today.`} title="Reports">
      <Items label="Reports">
        {REPORTS.map((report) => (
          <ReportItem key={report.name} range={range} report={report} />
        ))}
      </Items>
    </Page>
  );
}

type ReportItemProps = {
  readonly report: (typeof REPORTS)[number];
  readonly range: { readonly from: string; readonly to: string };
};

function ReportItem({ report: { name, title, question }, range }: ReportItemProps) {
  const { id: team } = useTeam();
  const { today } = useBooks();
  const { data, error } = useReport(name, { team, ...range, today });
  const search = READERS[name].hasRange ? range : {};
  return (
    <li className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div>
        <h2>
          <Link
            className="inline-flex min-h-11 items-center text-section font-medium sm:min-h-7"
            params={{ name }}
            search={search}
            to="/reports/$name"
          >
            {question}
          </Link>
        </h2>
        <p className="text-ink2">{title}</p>
      </div>
      <div className="grid gap-0.5 sm:justify-items-end">
        <span className="min-h-7 text-title font-semibold">
          {data?.isEmpty === true ? (
            <span className="text-body font-normal text-ink2">Nothing yet</span>
          ) : (
            (data?.figure.cell.text ?? (error === null ? <Late>…</Late> : "Could not be loaded"))
          )}
        </span>
        <span className="min-h-4 text-caption text-ink2">
          {data?.isEmpty === true ? null : data?.figure.label}
        </span>
      </div>
    </li>
  );
}
