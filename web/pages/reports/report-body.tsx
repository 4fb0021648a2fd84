import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { Hatched } from "../../chart/chart.tsx";
import { Plot } from "../../chart/plot.tsx";
import { Ranking } from "../../chart/ranking.tsx";
import { WholeAmounts } from "../../components/amount.tsx";
import { Answer, Empty } from "../../components/answer.tsx";
import { ButtonLink } from "../../components/button.tsx";
import { Section } from "../../components/page.tsx";
import { majorText } from "../../numbers.ts";
import { useOfTeam } from "../../queries.ts";
import type { ReportName } from "../../reports.ts";
import { useTeam } from "../../team.tsx";
import { NoTransactions } from "../transactions/no-transactions.tsx";
import { ReportTableView } from "./report-table.tsx";
import { asOnPages, type Note, type ReportView } from "./view.ts";

type ReportBodyProps = { readonly name: ReportName; readonly view: ReportView };

export function ReportBody({ name, view }: ReportBodyProps) {
  if (view.isEmpty) return <NothingToReport name={name} />;
  const { table, further = [], notes } = view;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Drawing view={view} />
      {table.rows.length === 0 ? null : (
        <ReportTableView caption={`${view.finding}, as a table`} table={table} />
      )}
      {further
        .filter(({ table }) => table.rows.length > 0)
        .map(({ title, hint, table }) => (
          <Section
            hint={hint}
            id={title.toLowerCase().replaceAll(/[ ,]+/g, "-")}
            key={title}
            title={title}
          >
            <ReportTableView caption={title} table={table} />
          </Section>
        ))}
      <Notes notes={notes} />
    </div>
  );
}

function Drawing({ view }: { readonly view: ReportView }) {
  const { finding, remark = null, chart, ranking = [], others, rankingNote, currency } = view;
  const id = useId();
  return (
    <figure aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <figcaption className="max-w-measure font-medium" id={id}>
        <WholeAmounts>{`${finding}.`}</WholeAmounts>
      </figcaption>
      {remark === null ? null : (
        <p className="max-w-measure">
          <NoteText note={remark} />
        </p>
      )}
      {chart === undefined ? null : (
        <>
          <Plot
            data={chart}
            format={(value) => majorText(value, currency)}
            formatTick={shortNumber}
          />
          {chart.placesAre === undefined ? null : (
            <p className="-mt-2 text-center text-caption text-ink2">{chart.placesAre}</p>
          )}
          <Hatched data={chart} />
        </>
      )}
      {ranking.length === 0 ? null : <Ranking items={ranking} label={finding} others={others} />}
      {rankingNote === undefined ? null : <p className="text-caption text-ink2">{rankingNote}</p>}
    </figure>
  );
}

/** `12.5k`: the axis has no room for more; the currency stands above. */
function shortNumber(value: number): string {
  return COMPACT.format(value).replace("-", "−");
}

const COMPACT = new Intl.NumberFormat("en-GB", { notation: "compact", maximumFractionDigits: 1 });

function Notes({ notes }: { readonly notes: readonly Note[] }) {
  if (notes.length === 0) return null;
  return (
    <Section id="notes" title="About these figures">
      <ul className="grid max-w-measure gap-2">
        {notes.map((note) => (
          <li key={note.text}>
            <NoteText note={note} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function NoteText({ note: { text, link } }: { readonly note: Note }) {
  return (
    <>
      <WholeAmounts>{asOnPages(text)}</WholeAmounts>{" "}
      {link === undefined ? null : (
        <Link className="inline-block min-h-6 underline" {...link.link}>
          {link.words}
        </Link>
      )}
    </>
  );
}

function NothingToReport({ name }: { readonly name: ReportName }) {
  const any = useOfTeam(useTeam(), "GET /api/teams/:team/transactions", { limit: 1 });
  return (
    <Answer query={any} what="the transactions">
      {({ items }) => (items.length === 0 ? <NoTransactions /> : <NothingOf name={name} />)}
    </Answer>
  );
}

function NothingOf({ name }: { readonly name: ReportName }) {
  if (name === "top-customers")
    return (
      <Empty
        action={<ButtonLink to="/reports/revenue">See revenue by category</ButtonLink>}
        title="No paid invoices"
      >
        This report lists customers by the invoices that they paid in these months.
      </Empty>
    );
  if (name === "recurring-expenses" || name === "runway")
    return (
      <Empty
        action={<ButtonLink to="/transactions">See the transactions</ButtonLink>}
        title="Not enough months yet"
      >
        This report looks at the six months before this one. They have no transactions that count.
      </Empty>
    );
  return (
    <Empty
      action={<ButtonLink to="/transactions">See all transactions</ButtonLink>}
      title="Nothing in this range"
    >
      No transaction of these days counts. Choose other days above.
    </Empty>
  );
}
