import { Link } from "@tanstack/react-router";
import type { Column, ListWords, Totals } from "./list.ts";
import { totalLines, totalsTitle } from "./totals.ts";

type TotalsRowProps<Row> = {
  readonly totals: Totals;
  readonly columns: readonly Column<Row>[];
  readonly tracks: string;
  readonly hasSelection: boolean;
  readonly words: ListWords;
  readonly isNarrowed: boolean;
};

const FOOT = "block bg-canvas sm:sticky sm:bottom-0 sm:z-10";
const LINE =
  "flex flex-wrap items-start gap-x-3 border-t border-b-4 border-t-edge border-b-accent px-2 py-1.5 font-semibold [border-bottom-style:double]";

/** Sums of all matching rows, loaded or not, over the double rule. */
export function TotalsRow<Row>(props: TotalsRowProps<Row>) {
  const { totals, columns, tracks, hasSelection, words, isNarrowed } = props;
  const sums = totalLines(totals, columns);
  if (sums === null) return null;
  const title = totalsTitle(totals, words, isNarrowed);
  const firstSum = sums.findIndex(({ lines }) => lines.length > 0);
  const lead = Math.max(1, firstSum) + (hasSelection ? 1 : 0);
  if (totals.lines !== undefined && totals.lines.length > 1)
    return <LineRows {...props} lead={lead} lines={totals.lines} sums={sums} title={title} />;
  const last = sums.at(-1);
  if ((firstSum === -1 || firstSum === sums.length - 1) && last !== undefined)
    return <LastSum rest={totals.rest} sum={last} title={title} />;
  return (
    <tfoot className={FOOT}>
      <tr className={`${LINE} table:grid`} style={{ gridTemplateColumns: tracks }}>
        <th
          className="text-start lines:basis-full"
          scope="row"
          style={{ gridColumn: `span ${lead}` }}
        >
          {title}
          {totals.note === undefined ? null : (
            <span className="block font-normal text-ink2">{totals.note}</span>
          )}
        </th>
        {sums.slice(Math.max(1, firstSum)).map(({ title, lines }) => (
          <td
            className={`block text-end ${lines.length === 0 ? "lines:hidden" : "lines:ms-auto"}`}
            key={title}
          >
            <span className="font-normal text-ink2 table:hidden">{title}</span>
            {keyed(lines).map(({ line, key }) => (
              <span className="block whitespace-nowrap lines:ms-2 lines:inline-block" key={key}>
                {line}
              </span>
            ))}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

type LineRowsProps<Row> = TotalsRowProps<Row> & {
  readonly title: string;
  readonly lead: number;
  readonly sums: readonly Sum[];
  readonly lines: readonly string[];
};

function LineRows<Row>({ totals, columns, tracks, title, lead, sums, lines }: LineRowsProps<Row>) {
  const shown = sums.slice(sums.findIndex(({ lines }) => lines.length > 0));
  return (
    <tfoot className={FOOT}>
      <tr className="block border-t border-edge px-2 pt-1.5">
        <th className="block text-start font-semibold" colSpan={columns.length} scope="rowgroup">
          {title}{" "}
          {totals.note === undefined ? null : (
            <span className="ms-2 font-normal text-ink2">{totals.note}</span>
          )}
        </th>
      </tr>
      {lines.map((line, at) => (
        <tr
          className="flex gap-x-3 px-2 font-semibold last:border-b-4 last:border-b-accent last:pb-1.5 last:[border-bottom-style:double] table:grid"
          key={line}
          style={{ gridTemplateColumns: tracks }}
        >
          <th
            className="flex-1 text-start font-normal text-ink2"
            scope="row"
            style={{ gridColumn: `span ${lead}` }}
          >
            {line}
          </th>
          {shown.map(({ title, lines }) => (
            <td
              className={`block text-end whitespace-nowrap ${lines.length === 0 ? "lines:hidden" : "lines:min-w-24"}`}
              key={title}
            >
              {lines[at]}
            </td>
          ))}
        </tr>
      ))}
    </tfoot>
  );
}

type LastSumProps = {
  readonly rest: Totals["rest"] | undefined;
  readonly title: string;
  readonly sum: Sum;
};

/** Sum of the last column alone, which may use the space before it: all currencies on one line. */
function LastSum({ title, sum, rest }: LastSumProps) {
  return (
    <tfoot className={FOOT}>
      <tr className={`${LINE} justify-between`}>
        <th className="text-start" scope="row">
          {title}
        </th>
        <td className="ms-auto flex flex-wrap justify-end gap-x-1 text-end">
          <span className="sr-only">{sum.title}</span>
          {keyed(sum.lines).map(({ line, key, isLast }) => (
            <span className="whitespace-nowrap" key={key}>
              {line}
              {isLast && rest === undefined ? null : (
                <span className="font-normal text-ink2"> ·</span>
              )}
            </span>
          ))}
          {rest === undefined ? null : rest.to === null ? (
            rest.words
          ) : (
            <Link className="underline" search={rest.to} to=".">
              {rest.words}
            </Link>
          )}
        </td>
      </tr>
    </tfoot>
  );
}

/** Keys lines by their place: two currencies may have the same hours. */
function keyed(lines: readonly string[]) {
  return lines.map((line, at) => ({ line, key: `${at} ${line}`, isLast: at === lines.length - 1 }));
}

type Sum = { readonly title: string; readonly lines: readonly string[] };
