import { type MouseEvent, type ReactNode, useMemo } from "react";
import type { Column, Reader } from "./list.ts";
import { rowId } from "./open-row.ts";
import { SelectBox } from "./select-box.tsx";

const NARROW = { first: "order-1", second: "order-3" } as const;
/** In rows of two lines the name takes the space that is left on its line, and breaks first. */
const NAME = "lines:shrink lines:grow lines:basis-32";
const SELECT = "block lines:absolute lines:start-2 lines:top-2.5";

/** The link covers its row, so that all of it can be pressed. */
const LINK =
  "text-ink no-underline outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus";

type RowSelect = (key: string, isRange: boolean) => void;

type GridRowProps<Row> = LinePlace & {
  readonly row: Row;
  readonly rowKey: string;
  readonly columns: readonly Column<Row>[];
  readonly tracks: string;
  readonly reader: Reader;
  readonly href: string | null;
  readonly isOpen: boolean;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly select: RowSelect | null;
  readonly onOpen: (key: string) => void;
  readonly onFocus: (key: string) => void;
};

/** Row of the grid. Memoised: keys and new pages do not draw it again. */
export function GridRow<Row>(props: GridRowProps<Row>) {
  const { index, start, measure, row, rowKey, columns, tracks, reader, href } = props;
  const { isOpen, isActive, isSelected, select, onOpen, onFocus } = props;
  const cells = useMemo(
    () => (
      <Cells
        columns={columns}
        href={href}
        isActive={isActive}
        isSelected={isSelected}
        onFocus={onFocus}
        onOpen={onOpen}
        reader={reader}
        row={row}
        rowKey={rowKey}
        select={select}
      />
    ),
    [columns, href, isActive, isSelected, onFocus, onOpen, reader, row, rowKey, select],
  );
  return (
    <tr
      aria-current={isOpen || undefined}
      aria-rowindex={index + 2}
      aria-selected={select === null ? undefined : isSelected}
      className={`list-row ${select === null ? "" : "lines:ps-12"}`}
      data-index={index}
      ref={measure}
      style={{ gridTemplateColumns: tracks, transform: `translateY(${start}px)` }}
    >
      {cells}
    </tr>
  );
}

type CellsProps<Row> = Omit<GridRowProps<Row>, keyof LinePlace | "isOpen" | "tracks">;

function Cells<Row>(props: CellsProps<Row>) {
  const { row, rowKey, columns, reader, isActive, isSelected, select, onFocus } = props;
  // The last takes the space before the end; an earlier one only where it stands alone on its line.
  const lastAtStart = new Set(
    ["first", "second"].map((line) =>
      columns.findLast(({ narrow, align }) => narrow === line && align === undefined),
    ),
  );
  return (
    <>
      {select === null ? null : (
        <td className={SELECT}>
          <SelectBox
            isActive={isActive}
            isSelected={isSelected}
            onFocus={onFocus}
            onSelect={select}
            rowKey={rowKey}
          />
        </td>
      )}
      {columns.map((column) => (
        <td
          className={`block min-w-0 *:align-top table:order-none lines:has-[>[data-none]]:hidden ${column.isName === true ? NAME : ""} ${column.narrow === undefined ? "lines:hidden" : NARROW[column.narrow]} ${column.align === "end" ? "table:ms-auto text-end" : lastAtStart.has(column) ? "lines:grow-999" : column.isName === true ? "" : "lines:grow"} ${column.isCut === true ? "table:truncate" : ""}`}
          key={column.title}
        >
          {column.isName === true ? (
            <>
              <RowName {...props}>{column.cell(row, reader)}</RowName>
              {column.below?.(row)}
            </>
          ) : (
            column.cell(row, reader)
          )}
        </td>
      ))}
    </>
  );
}

type RowNameProps = Pick<
  GridRowProps<never>,
  "rowKey" | "href" | "isActive" | "select" | "onOpen" | "onFocus"
> & { readonly children: ReactNode };

/** Link that opens the row. Where rows do not open it is plain text with the focus. */
export function RowName({
  rowKey,
  href,
  isActive,
  select,
  onOpen,
  onFocus,
  children,
}: RowNameProps) {
  const common = {
    className: LINK,
    id: rowId(rowKey),
    onFocus: () => onFocus(rowKey),
    tabIndex: isActive ? 0 : -1,
  } as const;
  if (href === null) return <span {...common}>{children}</span>;
  const press = (event: MouseEvent) => {
    // With one of these keys the browser opens a tab or a window.
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.shiftKey && select === null) return;
    event.preventDefault();
    if (event.shiftKey) select?.(rowKey, true);
    else onOpen(rowKey);
  };
  return (
    <a {...common} href={href} onClick={press}>
      {children}
    </a>
  );
}

type LinePlace = {
  readonly index: number;
  /** Pixels from the top of the list. */
  readonly start: number;
  readonly measure: (element: HTMLElement | null) => void;
};

const BETWEEN = {
  group: "border-b border-edge pt-1.5 pb-1",
  opening: "border-b border-line bg-sunken py-0.5 lines:py-1",
  closing: "border-b-4 border-double border-accent py-1",
} as const;

type LineBetweenProps = LinePlace & {
  readonly kind: keyof typeof BETWEEN;
  readonly columnCount: number;
  readonly children: ReactNode;
};

export function LineBetween({ kind, columnCount, children, ...place }: LineBetweenProps) {
  const { index, start, measure } = place;
  return (
    <tr
      aria-rowindex={index + 2}
      className={`absolute inset-x-0 block px-2 ${BETWEEN[kind]}`}
      data-index={index}
      ref={measure}
      style={{ transform: `translateY(${start}px)` }}
    >
      <td className="block" colSpan={columnCount}>
        {children}
      </td>
    </tr>
  );
}
