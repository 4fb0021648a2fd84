import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { type ChartData, partialWords } from "../../chart/data.ts";
import { Plot } from "../../chart/plot.tsx";
import { Ranking } from "../../chart/ranking.tsx";
import { Section } from "../../components/page.tsx";
import { moneyText } from "../../money.ts";
import type { ReportName } from "../../reports.ts";
import { NothingToReport } from "./nothing-to-report.tsx";
import { withAmounts } from "./notice-amounts.ts";
import { ReportTableView } from "./report-table.tsx";
import { type Note, rangeText, type ReportView } from "./view.ts";

type ReportBodyProps = { readonly name: ReportName; readonly view: ReportView };

export function ReportBody({ name, view }: ReportBodyProps) {
  if (view.isEmpty) return <NothingToReport name={name} />;
  const { table, further = [], notes } = view;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <KeyFigure view={view} />
      <Drawing view={view} />
      {table.rows.length === 0 ? null : (
        <ReportTableView caption={`${view.finding}, as a table`} table={table} />
      )}
      {further
        .filter(({ table }) => table.rows.length > 0)
        .map(({ title, table }) => (
          <Section id={title.toLowerCase().replaceAll(" ", "-")} key={title} title={title}>
            <ReportTableView caption={title} table={table} />
          </Section>
        ))}
      <Notes notes={notes} />
    </div>
  );
}

function KeyFigure({ view: { figure, compared = null } }: { readonly view: ReportView }) {
  const { label, cell } = figure;
  return (
    <dl className="grid justify-start gap-1">
      <dt className="text-ink2">{label}</dt>
      <dd className="justify-self-start border-b-4 border-double border-ink text-key-figure font-semibold">
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
        </dd>
      )}
    </dl>
  );
}

function Drawing({ view }: { readonly view: ReportView }) {
  const { finding, chart, ranking = [], currency } = view;
  const id = useId();
  return (
    <figure aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <figcaption className="max-w-measure font-medium" id={id}>
        {finding}.
      </figcaption>
      {chart === undefined ? null : (
        <>
          <Plot
            data={chart}
            format={(value) => moneyText(value, currency)}
            formatTick={shortNumber}
          />
          <Partial chart={chart} />
        </>
      )}
      {ranking.length === 0 ? null : <Ranking items={ranking} label={finding} />}
    </figure>
  );
}

/** Names what is hatched. */
function Partial({ chart: { places } }: { readonly chart: ChartData }) {
  const partial = places.flatMap((place) => {
    const words = partialWords(place);
    return words === null ? [] : [`${place.name}, ${words}`];
  });
  if (partial.length === 0) return null;
  return <p className="text-caption text-ink2">Hatched: {partial.join("; ")}.</p>;
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
        {notes.map(({ text, link }) => (
          <li key={text}>
            {withAmounts(text)}{" "}
            {link === undefined ? null : (
              <Link className="inline-block min-h-6 underline" {...link.link}>
                {link.words}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
