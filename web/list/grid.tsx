import { useEffect, useMemo } from "react";
import { dayIn } from "../days.ts";
import { useMe, useNow } from "../queries.ts";
import type { ActiveRow } from "./active-row.ts";
import { GridRow, LineBetween } from "./grid-row.tsx";
import { type Line, linesOf } from "./lines.ts";
import type { Column, List, Reader } from "./list.ts";
import { rowId } from "./row-id.ts";
import { useVirtualLines } from "./virtual-lines.ts";

type GridProps<Row> = {
  readonly list: List<Row>;
  readonly rows: readonly Row[];
  /** True when the server has more rows. */
  readonly hasMore: boolean;
  readonly active: ActiveRow;
  readonly openKey: string | null;
  readonly hrefOf: (key: string) => string;
  readonly onOpen: (key: string) => void;
  /** Name under which the heights of the rows are kept. */
  readonly name: string;
};

/** The rows under a sticky head. Only lines near the window are in the document. */
export function Grid<Row>({ list, rows, hasMore, active, openKey, ...rest }: GridProps<Row>) {
  const { columns, words } = list;
  const reader = useReader();
  const lines = useMemo(() => linesOf(list, rows, reader, hasMore), [list, rows, reader, hasMore]);
  const tracks = columns.map(({ width }) => width).join(" ");
  const isOfRow = (key: string | null) => lines.some((line) => line.key === key);
  const activeKey = isOfRow(active.key)
    ? active.key
    : (lines.find(({ kind }) => kind === "row")?.key ?? null);
  const place = lines.findIndex(({ key }) => key === activeKey);
  const { body, top, virtual } = useVirtualLines({ name: rest.name, lines, active: place });
  useEffect(() => {
    if (activeKey === null || !active.takeWish(activeKey)) return;
    document.getElementById(rowId(activeKey))?.focus({ preventScroll: true });
    virtual.scrollToIndex(place);
  });
  const openPlace = lines.findIndex(({ key }) => key === openKey);
  useEffect(() => {
    if (openPlace >= 0) virtual.scrollToIndex(openPlace);
  }, [openPlace, virtual]);
  return (
    <table
      aria-label={words.what}
      aria-rowcount={hasMore ? -1 : lines.length + 1}
      className="-mx-2 block"
      role="grid"
    >
      <Head columns={columns} tracks={tracks} />
      <tbody className="relative block" ref={body} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const line = lines[index];
          if (line === undefined) return null;
          const common = { index, start: start - top, measure: virtual.measureElement };
          if (line.kind !== "row")
            return (
              <LineBetween {...common} columnCount={columns.length} key={key} kind={line.kind}>
                <Between line={line} list={list} />
              </LineBetween>
            );
          return (
            <GridRow
              {...common}
              columns={columns}
              href={rest.hrefOf(line.key)}
              isActive={line.key === activeKey}
              isOpen={line.key === openKey}
              key={key}
              onFocus={active.setKey}
              onOpen={rest.onOpen}
              reader={reader}
              row={line.row}
              rowKey={line.key}
              tracks={tracks}
            />
          );
        })}
      </tbody>
    </table>
  );
}

type BetweenProps<Row> = {
  readonly list: List<Row>;
  readonly line: Exclude<Line<Row>, { kind: "row" }>;
};

function Between<Row>({ list: { bundles }, line }: BetweenProps<Row>) {
  if (line.kind === "group") return <h2 className="text-section font-semibold">{line.title}</h2>;
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

type HeadProps<Row> = { readonly columns: readonly Column<Row>[]; readonly tracks: string };

function Head<Row>({ columns, tracks }: HeadProps<Row>) {
  return (
    <thead className="sticky top-0 z-10 block bg-canvas max-sm:sr-only">
      <tr
        aria-rowindex={1}
        className="grid gap-x-3 border-b border-edge px-2 py-1.5 text-small text-ink2"
        style={{ gridTemplateColumns: tracks }}
      >
        {columns.map(({ title, align }) => (
          <th
            className={`font-medium ${align === "end" ? "text-end" : "text-start"}`}
            key={title}
            scope="col"
          >
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}
