import { type ChartData, partialWords, sumAt } from "./data.ts";

type ChartTableProps = {
  readonly data: ChartData;
  readonly labelledBy: string;
  readonly placesAre: string;
  readonly format: (value: number) => string;
};

/** Figures of a chart. Parts of a whole have their sums, under a double rule. */
export function ChartTable({ data, labelledBy, placesAre, format }: ChartTableProps) {
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
              <Figure isHead key={name}>
                {name}
              </Figure>
            ))}
            {hasSums ? <Figure isHead>Together</Figure> : null}
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
                <Figure key={name}>{format(values[place] ?? 0)}</Figure>
              ))}
              {hasSums ? <Figure>{format(sumAt(data, place))}</Figure> : null}
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
                <Figure key={series[index]?.name}>{format(total)}</Figure>
              ))}
              {hasSums ? <Figure>{format(all)}</Figure> : null}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  );
}

type FigureProps = { readonly isHead?: boolean; readonly children: string };

function Figure({ isHead = false, children }: FigureProps) {
  return isHead ? (
    <th className="py-2 ps-4 text-end font-medium" scope="col">
      {children}
    </th>
  ) : (
    <td className="py-2 ps-4 text-end whitespace-nowrap">{children}</td>
  );
}
