import type { MouseEvent, ReactNode } from "react";
import type { Column, Reader } from "./list.ts";
import { rowId } from "./row-id.ts";

type LineProps = {
  readonly index: number;
  /** Distance from the top of the list in pixels. */
  readonly start: number;
  readonly measure: (element: HTMLElement | null) => void;
};

/** On narrow screens a row has two lines: the pseudo element breaks between them. */
const ROW =
  "absolute inset-x-0 flex flex-wrap items-start gap-x-3 gap-y-0.5 border-b border-line px-2 py-2.5 hover:bg-hover aria-[current=true]:bg-accent-soft before:order-2 before:basis-full sm:grid sm:min-h-9 sm:py-[0.4375rem] sm:before:content-none sm:pointer-coarse:min-h-11 sm:pointer-coarse:py-[0.6875rem]";

const NARROW = { first: "order-1", second: "order-3 max-sm:basis-full" } as const;

/** The link covers its row, so that all of it can be pressed. */
const LINK =
  "text-ink no-underline outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus";

type GridRowProps<Row> = LineProps & {
  readonly row: Row;
  readonly rowKey: string;
  readonly columns: readonly Column<Row>[];
  /** Tracks of the columns, as CSS. */
  readonly tracks: string;
  readonly reader: Reader;
  readonly href: string;
  readonly isOpen: boolean;
  /** True for the one row that Tab reaches. */
  readonly isActive: boolean;
  readonly onOpen: (key: string) => void;
  readonly onFocus: (key: string) => void;
};

export function GridRow<Row>(props: GridRowProps<Row>) {
  const { row, columns, tracks, reader, isOpen, index, start, measure } = props;
  return (
    <tr
      aria-current={isOpen || undefined}
      aria-rowindex={index + 2}
      className={ROW}
      data-index={index}
      ref={measure}
      style={{ gridTemplateColumns: tracks, transform: `translateY(${start}px)` }}
    >
      {columns.map((column) => (
        <td
          className={`block min-w-0 sm:order-none ${NARROW[column.narrow]} ${column.align === "end" ? "ms-auto text-end sm:-my-0.5" : ""}`}
          key={column.title}
        >
          {column.isLink === true ? (
            <RowLink {...props}>{column.cell(row, reader)}</RowLink>
          ) : (
            column.cell(row, reader)
          )}
        </td>
      ))}
    </tr>
  );
}

type RowLinkProps = Pick<
  GridRowProps<never>,
  "rowKey" | "href" | "isActive" | "onOpen" | "onFocus"
> & { readonly children: ReactNode };

function RowLink({ rowKey, href, isActive, onOpen, onFocus, children }: RowLinkProps) {
  const press = (event: MouseEvent) => {
    // With one of these keys the browser opens a tab or a window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(rowKey);
  };
  return (
    <a
      className={LINK}
      href={href}
      id={rowId(rowKey)}
      onClick={press}
      onFocus={() => onFocus(rowKey)}
      tabIndex={isActive ? 0 : -1}
    >
      {children}
    </a>
  );
}

const BETWEEN = {
  group: "border-b border-edge pt-3 pb-1",
  opening: "border-b border-line bg-sunken py-0.5 max-sm:py-1",
  closing: "border-b-4 border-double border-accent py-1",
} as const;

type LineBetweenProps = LineProps & {
  readonly kind: keyof typeof BETWEEN;
  readonly columnCount: number;
  readonly children: ReactNode;
};

/** A line between rows, across all columns. */
export function LineBetween({ kind, columnCount, children, ...line }: LineBetweenProps) {
  const { index, start, measure } = line;
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
