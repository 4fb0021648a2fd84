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
  const pairs = pairsOf(sums);
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
            className={`block text-end ${lines.length === 0 || pairs !== null ? "max-sm:hidden" : "max-sm:ms-auto"}`}
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
        {pairs === null ? null : (
          <td className="block basis-full sm:hidden">
            {pairs.map((line) => (
              <span className="flex justify-between" key={line.join()}>
                {line.map((sum) => (
                  <span key={sum}>{sum}</span>
                ))}
              </span>
            ))}
          </td>
        )}
      </tr>
    </tfoot>
  );
}

/** Lines of several sums for narrow screens, where no column shows which belong together; null for one line. */
function pairsOf(
  sums: readonly { readonly lines: readonly string[] }[],
): readonly (readonly string[])[] | null {
  const [first, ...others] = sums.map(({ lines }) => lines).filter(({ length }) => length > 0);
  if (first === undefined || first.length < 2 || others.length === 0) return null;
  if (others.some(({ length }) => length !== first.length)) return null;
  return first.map((sum, index) => [sum, ...others.map((lines) => lines[index] ?? "")]);
}
