import { ArrowDown, ArrowUp } from "lucide-react";
import { useEffect, useMemo } from "react";
import { dayIn } from "../../src/shared/time.ts";
import { useMe, useNow } from "../queries.ts";
import { withValue } from "./filters.ts";
import type { Fit } from "./fit.ts";
import { GridRow, LineBetween } from "./grid-row.tsx";
import { type Line, linesOf } from "./lines.ts";
import type { ListParts } from "./list-view.tsx";
import type { Column, List, Reader } from "./list.ts";
import { type ActiveRow, rowId } from "./open-row.ts";
import { SelectLoaded } from "./select-box.tsx";
import { isChosen } from "./selection.ts";
import { type ColumnSort, directionOf, pressed } from "./sort.ts";
import { useStable } from "./stable.ts";
import { TotalsRow } from "./totals-row.tsx";
import { useVirtualLines } from "./virtual-lines.ts";

type GridProps<Row> = ListParts<Row> & {
  readonly fit: Fit<Row>;
  readonly name: string;
  readonly letters: readonly string[];
};

/** Rows under a sticky head. Only lines near the window are in the document. */
export function Grid<Row>(props: GridProps<Row>) {
  const { list, loaded, active, address, used, fit, name, letters } = props;
  const { words, selection } = list;
  const { rows, groupSums, totals, shown } = loaded;
  const { openKey } = address;
  const hasMore = shown.hasNextPage;
  const reader = useReader();
  const lines = useMemo(() => linesOf(list, rows, reader, hasMore), [list, rows, reader, hasMore]);
  const { columns, tracks } = fit;
  const hasSelection = selection !== undefined;
  const isFound = words.searchOrder !== undefined && address.values["q"] !== undefined;
  const { activeKey, body, top, virtual } = useFocusedLines(name, lines, active, openKey);
  const open = useStable((key: string) => (key === openKey ? address.close() : address.open(key)));
  const select = useStable((key: string, isRange: boolean) =>
    isRange ? used.onStretch(key) : used.onToggle(key),
  );
  const common = { columns, tracks } as const;
  return (
    <table
      aria-keyshortcuts={
        letters.length === 0 ? undefined : letters.map((one) => one.toUpperCase()).join(" ")
      }
      aria-label={words.what}
      aria-multiselectable={hasSelection || undefined}
      aria-rowcount={hasMore ? -1 : lines.length + 1}
      className="-mx-2 block"
      role="grid"
    >
      <Head
        {...common}
        isBelowBar={used.selected.count > 0}
        onSort={address.sortBy}
        select={hasSelection ? { state: used.head, many: words.many, onPress: used.onHead } : null}
        sort={isFound ? undefined : (address.values["sort"] ?? list.sort)}
      />
      <tbody className="relative block" ref={body} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const line = lines[index];
          if (line === undefined) return null;
          const place = { index, start: start - top, measure: virtual.measureElement };
          if (line.kind !== "row")
            return (
              <LineBetween
                {...place}
                columnCount={columns.length + (hasSelection ? 1 : 0)}
                key={key}
                kind={line.kind}
              >
                <Between line={line} list={list} sums={groupSums} />
              </LineBetween>
            );
          return (
            <GridRow
              {...place}
              {...common}
              href={address.hrefOf(line.key)}
              isActive={line.key === activeKey}
              isOpen={line.key === openKey}
              isSelected={hasSelection && isChosen(used.chosen, line.key)}
              key={key}
              onFocus={active.setKey}
              onOpen={open}
              reader={reader}
              row={line.row}
              rowKey={line.key}
              select={hasSelection ? select : null}
            />
          );
        })}
      </tbody>
      {totals === null ? null : (
        <TotalsRow
          {...common}
          hasSelection={hasSelection}
          isNarrowed={Object.keys(withValue(address.values, "sort", "")).length > 0}
          totals={totals}
          words={words}
        />
      )}
    </table>
  );
}

/** Draws the lines near the window, focuses the wanted row and scrolls to the open one. */
function useFocusedLines<Row>(
  name: string,
  lines: readonly Line<Row>[],
  active: ActiveRow,
  openKey: string | null,
) {
  const isOfRow = (key: string | null) => lines.some((line) => line.key === key);
  const activeKey = isOfRow(active.key)
    ? active.key
    : (lines.find(({ kind }) => kind === "row")?.key ?? null);
  const place = lines.findIndex(({ key }) => key === activeKey);
  const { body, top, virtual } = useVirtualLines({ name, lines, active: place });
  useEffect(() => {
    const wish = activeKey === null ? null : active.takeWish(activeKey);
    if (activeKey === null || wish === null) return;
    document.getElementById(rowId(activeKey))?.focus({ preventScroll: true });
    if (!wish.isInPlace) virtual.scrollToIndex(place);
  });
  const openPlace = lines.findIndex(({ key }) => key === openKey);
  useEffect(() => {
    if (openPlace >= 0) virtual.scrollToIndex(openPlace);
  }, [openPlace, virtual]);
  return { activeKey, body, top, virtual } as const;
}

type BetweenProps<Row> = {
  readonly list: List<Row>;
  readonly line: Exclude<Line<Row>, { kind: "row" }>;
  readonly sums: Readonly<Record<string, string>>;
};

function Between<Row>({ list: { groups, bundles }, line, sums }: BetweenProps<Row>) {
  if (line.kind === "group") {
    const Action = groups?.Action;
    return (
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-section font-semibold">{line.title}</h2>
        <span className="font-semibold">{sums[line.group]}</span>
        {Action && <Action first={line.first} />}
      </div>
    );
  }
  if (bundles === undefined) return null;
  const { Opening, Closing } = bundles;
  return line.kind === "opening" ? (
    <Opening bundle={line.bundle} />
  ) : (
    <Closing bundle={line.bundle} />
  );
}

function useReader(): Reader {
  const { timeZone } = useMe().user;
  const today = dayIn(timeZone, useNow());
  return useMemo(() => ({ timeZone, today }), [timeZone, today]);
}

type HeadProps<Row> = {
  readonly columns: readonly Column<Row>[];
  readonly tracks: string;
  readonly sort: string | undefined;
  readonly onSort: (sort: string) => void;
  readonly select: React.ComponentProps<typeof SelectLoaded> | null;
  readonly isBelowBar: boolean;
};

/** Titles of the columns. Rows of two lines keep them for screen readers alone. */
function Head<Row>({ columns, tracks, sort, onSort, select, isBelowBar }: HeadProps<Row>) {
  return (
    <thead
      className={`sticky z-10 block bg-canvas lines:sr-only ${isBelowBar ? "top-13" : "top-0"}`}
    >
      <tr
        aria-rowindex={1}
        className="grid items-end gap-x-3 border-b border-edge px-2 py-1 text-small text-ink2"
        style={{ gridTemplateColumns: tracks }}
      >
        {select === null ? null : (
          <th scope="col">
            <span className="sr-only">Selected</span>
            <span className="lines:hidden">
              <SelectLoaded {...select} />
            </span>
          </th>
        )}
        {columns.map((column) => (
          <th
            aria-sort={column.sort === undefined ? undefined : directionOf(column.sort, sort)}
            className={`font-medium ${column.align === "end" ? "text-end" : "text-start"}`}
            key={column.title}
            scope="col"
          >
            {column.sort === undefined ? (
              <span className={column.isTitleHidden === true ? "sr-only" : ""}>{column.title}</span>
            ) : (
              <SortButton
                column={column.sort}
                isEnd={column.align === "end"}
                onSort={onSort}
                sort={sort}
                title={column.title}
              />
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

type SortButtonProps = {
  readonly title: string;
  readonly column: ColumnSort;
  readonly sort: string | undefined;
  readonly isEnd: boolean;
  readonly onSort: (sort: string) => void;
};

/** Rows of two lines have a select among the filters instead. */
function SortButton({ title, column, sort, isEnd, onSort }: SortButtonProps) {
  const direction = directionOf(column, sort);
  const Arrow = direction === "ascending" ? ArrowUp : ArrowDown;
  return (
    <>
      <span className="table:hidden">{title}</span>
      <button
        className={`-mx-1.5 -my-1 inline-flex min-h-7 align-bottom max-w-full cursor-pointer items-center gap-1 rounded-control px-1.5 font-medium hover:bg-hover hover:text-ink lines:hidden pointer-coarse:min-h-11 ${isEnd ? "flex-row-reverse" : ""} ${direction === "none" ? "" : "text-ink"}`}
        onClick={() => onSort(pressed(column, sort))}
        type="button"
      >
        {title}
        <Arrow
          aria-hidden
          className={`shrink-0 ${direction === "none" ? "invisible" : ""}`}
          size={14}
          strokeWidth={1.5}
        />
      </button>
    </>
  );
}
