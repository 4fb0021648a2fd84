import { ArrowDown, ArrowUp } from "lucide-react";
import type { Column } from "./list.ts";
import { SelectLoaded } from "./select-box.tsx";
import { type ColumnSort, directionOf, pressed } from "./sort.ts";

type HeadProps<Row> = {
  readonly columns: readonly Column<Row>[];
  readonly tracks: string;
  readonly sort: string | undefined;
  readonly onSort: (sort: string) => void;
  readonly select: React.ComponentProps<typeof SelectLoaded> | null;
  readonly isBelowBar: boolean;
};

/** Titles of the columns. Narrow screens keep them for screen readers alone. */
export function Head<Row>({ columns, tracks, sort, onSort, select, isBelowBar }: HeadProps<Row>) {
  return (
    <thead
      className={`sticky z-10 block bg-canvas max-sm:sr-only ${isBelowBar ? "top-13" : "top-0"}`}
    >
      <tr
        aria-rowindex={1}
        className="grid items-end gap-x-3 border-b border-edge px-2 py-1 text-small text-ink2"
        style={{ gridTemplateColumns: tracks }}
      >
        {select === null ? null : (
          <th scope="col">
            <span className="sr-only">Selected</span>
            <span className="max-sm:hidden">
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

/** Narrow screens have a select among the filters instead. */
function SortButton({ title, column, sort, isEnd, onSort }: SortButtonProps) {
  const direction = directionOf(column, sort);
  const Arrow = direction === "ascending" ? ArrowUp : ArrowDown;
  return (
    <>
      <span className="sm:hidden">{title}</span>
      <button
        className={`-mx-1.5 -my-1 inline-flex min-h-7 align-bottom max-w-full cursor-pointer items-center gap-1 rounded-control px-1.5 font-medium hover:bg-hover hover:text-ink max-sm:hidden pointer-coarse:min-h-11 ${isEnd ? "flex-row-reverse" : ""} ${direction === "none" ? "" : "text-ink"}`}
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
