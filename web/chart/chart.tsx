import { type ReactNode, useId, useState } from "react";
import { Button } from "../components/button.tsx";
import { type ChartData, partialWords, sumAt } from "./data.ts";
import { Plot } from "./plot.tsx";

type ChartProps = {
  /** Finding of the chart, as a sentence: `Most hours were on Tuesday`. */
  readonly title: ReactNode;
  readonly data: ChartData;
  /** Heading of the places in the table: `Day`. */
  readonly placesAre: string;
  readonly format: (value: number) => string;
};

export function Chart({ title, data, placesAre, format }: ChartProps) {
  const [isTable, setTable] = useState(false);
  const id = useId();
  return (
    <figure aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="max-w-measure font-medium" id={id}>
          {title}
        </span>
        {/* Its letters are no larger than those of the title. */}
        <div className="max-sm:-my-2 max-sm:[&>button]:text-small">
          <Button kind="quiet" onClick={() => setTable(!isTable)}>
            {isTable ? "Show as chart" : "Show as table"}
          </Button>
        </div>
      </figcaption>
      {isTable ? (
        <ChartTable data={data} format={format} labelledBy={id} placesAre={placesAre} />
      ) : (
        <>
          <Plot data={data} format={format} />
          <Hatched data={data} />
        </>
      )}
    </figure>
  );
}

export function Hatched({ data: { kind, places, series } }: { readonly data: ChartData }) {
  const partial = places.flatMap((place, index) => {
    const words = partialWords(place);
    const isDrawn = kind === "lines" || series.some(({ values }) => values[index] !== 0);
    return words === null || !isDrawn ? [] : [`${place.name}, ${words}`];
  });
  if (partial.length === 0) return null;
  return <p className="text-caption text-ink2">Hatched: {partial.join("; ")}.</p>;
}

type ChartTableProps = {
  readonly data: ChartData;
  readonly labelledBy: string;
  readonly placesAre: string;
  readonly format: (value: number) => string;
};

function ChartTable({ data, labelledBy, placesAre, format }: ChartTableProps) {
  const { kind, places, series } = data;
  const isWhole = kind === "stack";
  const hasSums = isWhole && series.length > 1;
  const totals = series.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const all = totals.reduce((sum, value) => sum + value, 0);
  return (
    <div className="overflow-x-auto">
      <table aria-labelledby={labelledBy} className="w-full text-small">
        <thead>
          <tr className="border-b border-line text-ink2">
            <th className="py-2 pe-4 text-start font-medium" scope="col">
              {placesAre}
            </th>
            {series.map(({ name }) => (
              <FigureCell isHead key={name}>
                {name}
              </FigureCell>
            ))}
            {hasSums ? <FigureCell isHead>Together</FigureCell> : null}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {places.map((at, place) => (
            <tr key={at.name}>
              <th className="py-2 pe-4 text-start font-normal" scope="row">
                {at.name}
                {at.isPartial === true ? (
                  <span className="text-ink2"> ({partialWords(at)})</span>
                ) : null}
              </th>
              {series.map(({ name, values }) => (
                <FigureCell key={name}>{format(values[place] ?? 0)}</FigureCell>
              ))}
              {hasSums ? <FigureCell>{format(sumAt(data, place))}</FigureCell> : null}
            </tr>
          ))}
        </tbody>
        {isWhole ? (
          <tfoot>
            <tr className="border-b-4 border-double border-accent font-semibold">
              <th className="py-2 pe-4 text-start font-semibold" scope="row">
                Total
              </th>
              {totals.map((total, index) => (
                <FigureCell key={series[index]?.name}>{format(total)}</FigureCell>
              ))}
              {hasSums ? <FigureCell>{format(all)}</FigureCell> : null}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  );
}

type FigureCellProps = { readonly isHead?: boolean; readonly children: string };

function FigureCell({ isHead = false, children }: FigureCellProps) {
  return isHead ? (
    <th className="py-2 ps-4 text-end font-medium" scope="col">
      {children}
    </th>
  ) : (
    <td className="py-2 ps-4 text-end whitespace-nowrap">{children}</td>
  );
}
