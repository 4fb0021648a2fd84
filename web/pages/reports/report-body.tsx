import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { Hatched } from "../../chart/hatched.tsx";
import { Plot } from "../../chart/plot.tsx";
import { Ranking } from "../../chart/ranking.tsx";
import { Section } from "../../components/page.tsx";
import { moneyText } from "../../numbers.ts";
import type { ReportName } from "../../reports.ts";
import { NothingToReport } from "./nothing-to-report.tsx";
import { withAmounts } from "./notice-amounts.ts";
import { ReportTableView } from "./report-table.tsx";
import type { Note, ReportView } from "./view.ts";

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
        {finding}.
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
            format={(value) => moneyText(value, currency)}
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
      {withAmounts(text)}{" "}
      {link === undefined ? null : (
        <Link className="inline-block min-h-6 underline" {...link.link}>
          {link.words}
        </Link>
      )}
    </>
  );
}
