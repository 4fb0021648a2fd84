import type { Column, ListWords, Totals } from "./list.ts";
import { sumsOf, totalsTitle } from "./totals.ts";

type TotalsRowProps<Row> = {
  readonly totals: Totals;
  readonly columns: readonly Column<Row>[];
  readonly tracks: string;
  readonly hasSelection: boolean;
  readonly words: ListWords;
  /** True if a filter or a search is set. */
  readonly isNarrowed: boolean;
};

/** Sums of all rows that match, loaded or not, over the double rule. */
export function TotalsRow<Row>(props: TotalsRowProps<Row>) {
  const { totals, columns, tracks, hasSelection, words, isNarrowed } = props;
  const sums = sumsOf(totals, columns);
  if (sums === null) return null;
  const title = totalsTitle(totals, words, isNarrowed);
  const firstSum = sums.findIndex(({ lines }) => lines.length > 0);
  const lead = Math.max(1, firstSum) + (hasSelection ? 1 : 0);
  return (
    <tfoot className="block bg-canvas sm:sticky sm:bottom-0 sm:z-10">
      <tr
        className="flex flex-wrap items-end gap-x-3 border-t border-b-4 border-t-edge border-b-accent px-2 py-1.5 font-semibold [border-bottom-style:double] sm:grid"
        style={{ gridTemplateColumns: tracks }}
      >
        <th
          className="text-start max-sm:basis-full"
          scope="row"
          style={{ gridColumn: `span ${lead}` }}
        >
          {title}
        </th>
        {sums.slice(Math.max(1, firstSum)).map(({ title, lines }) => (
          <td
            className={`block text-end ${lines.length === 0 ? "max-sm:hidden" : "max-sm:ms-auto"}`}
            key={title}
          >
            <span className="font-normal text-ink2 sm:hidden">{title}</span>
            {lines.map((line) => (
              <span className="block whitespace-nowrap max-sm:ms-2 max-sm:inline-block" key={line}>
                {line}
              </span>
            ))}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}
