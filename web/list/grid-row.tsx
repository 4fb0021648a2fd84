import { type MouseEvent, type ReactNode, useMemo } from "react";
import type { LinePlace } from "./line-between.tsx";
import type { Column, Reader } from "./list.ts";
import { rowId } from "./row-id.ts";
import { SelectBox } from "./select-box.tsx";

const NARROW = { first: "order-1", second: "order-3" } as const;
/** On narrow screens the name takes what the others of its line leave, and breaks before they do. */
const NAME = "max-sm:shrink max-sm:grow max-sm:basis-32";
/** On narrow screens the checkbox stands before both lines. */
const SELECT = "block max-sm:absolute max-sm:start-2 max-sm:top-2.5";

/** The link covers its row, so that all of it can be pressed. */
const LINK =
  "text-ink no-underline outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus";

/** Selects a row, or the rows up to it. */
type RowSelect = (key: string, isRange: boolean) => void;

type GridRowProps<Row> = LinePlace & {
  readonly row: Row;
  readonly rowKey: string;
  readonly columns: readonly Column<Row>[];
  /** Tracks of the columns, as CSS. */
  readonly tracks: string;
  readonly reader: Reader;
  /** Null if rows do not open. */
  readonly href: string | null;
  readonly isOpen: boolean;
  /** True for the one row that Tab reaches. */
  readonly isActive: boolean;
  readonly isSelected: boolean;
  /** Null if rows cannot be selected. */
  readonly select: RowSelect | null;
  readonly onOpen: (key: string) => void;
  readonly onFocus: (key: string) => void;
};

/** A row. It is drawn again only when something of it changes, not with every key or page of rows. */
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
      className={`list-row ${select === null ? "" : "max-sm:ps-12"}`}
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
          className={`block min-w-0 *:align-top sm:order-none ${column.isName === true ? NAME : ""} ${column.narrow === undefined ? "max-sm:hidden" : NARROW[column.narrow]} ${column.align === "end" ? "ms-auto text-end" : ""} ${column.isCut === true ? "sm:truncate" : ""}`}
          key={column.title}
        >
          {column.isName === true ? (
            <RowName {...props}>{column.cell(row, reader)}</RowName>
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

/** The row's name: the link that opens it, or what has the focus where rows do not open. */
function RowName({ rowKey, href, isActive, select, onOpen, onFocus, children }: RowNameProps) {
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
