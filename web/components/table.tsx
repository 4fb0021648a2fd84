import type { ReactNode } from "react";

export type Column<Row> = {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Right-aligns figures, so that their digits line up. */
  readonly align?: "end";
  /**
   * Place on narrow screens: on the row's first line, at the end of that line, or below with or
   * without its title.
   */
  readonly narrow?: "first" | "beside" | "below" | "plain" | "hidden";
  readonly isHeader?: true;
};

type TableProps<Row> = {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly actions?: (row: Row) => ReactNode;
  readonly isQuiet?: (row: Row) => boolean;
  /** Last row, with the sums of those above, over a double rule. */
  readonly total?: Row | undefined;
};

/** Table whose rows become blocks on narrow screens. */
export function Table<Row>({
  caption,
  columns,
  rows,
  keyOf,
  actions,
  isQuiet,
  total,
}: TableProps<Row>) {
  return (
    <div className="@container">
      <table className="w-full wrap-break-word @max-[40rem]:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="@max-[40rem]:sr-only">
          <tr className="border-b border-line">
            {columns.map(({ title, align }) => (
              <th
                className={`py-2 pe-4 align-bottom text-small font-medium whitespace-nowrap text-ink2 ${align === "end" ? "text-end last:pe-0" : "text-start"}`}
                key={title}
                scope="col"
              >
                {title}
              </th>
            ))}
            {actions === undefined ? null : (
              <th className="w-px" scope="col">
                <span className="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody className="divide-y divide-line @max-[40rem]:block">
          {rows.map((row) => (
            <tr
              className={`${BLOCK} ${actions === undefined ? "" : "@max-[40rem]:pe-12"} ${isQuiet?.(row) === true ? "text-ink2" : ""}`}
              key={keyOf(row)}
            >
              {columns.map((column) => (
                <Cell column={column} key={column.title} row={row} />
              ))}
              {actions === undefined ? null : (
                <td className="py-1 text-end align-top @max-[40rem]:absolute @max-[40rem]:end-0 @max-[40rem]:top-1">
                  {actions(row)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
        {total === undefined ? null : (
          <tfoot className="@max-[40rem]:block">
            <tr
              className={`border-t border-b-4 border-line border-b-ink font-semibold [border-bottom-style:double] ${BLOCK}`}
            >
              {columns.map((column) => (
                <Cell column={column} isTotal key={column.title} row={total} />
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

/** A row on narrow screens. */
const BLOCK =
  "@max-[40rem]:relative @max-[40rem]:grid @max-[40rem]:grid-cols-[minmax(0,1fr)_auto] @max-[40rem]:gap-x-3 @max-[40rem]:gap-y-1 @max-[40rem]:py-3";

const NARROW = {
  first: "@max-[40rem]:col-start-1 @max-[40rem]:font-medium",
  beside: "@max-[40rem]:col-start-2 @max-[40rem]:row-start-1",
  below: "@max-[40rem]:col-span-2 @max-[40rem]:flex",
  plain: "@max-[40rem]:col-span-2",
  hidden: "@max-[40rem]:hidden",
} as const;

type CellProps<Row> = {
  readonly column: Column<Row>;
  readonly row: Row;
  readonly isTotal?: true;
};

function Cell<Row>({ column, row, isTotal }: CellProps<Row>) {
  const { title, cell, align, narrow = "below", isHeader } = column;
  const className = `py-2 pe-4 align-top ${isTotal === true ? "font-semibold" : "font-normal"} @max-[40rem]:block @max-[40rem]:p-0 @min-[40rem]:h-11 ${align === "end" ? "text-end @min-[40rem]:last:pe-0 @max-[40rem]:justify-between" : "text-start"} ${NARROW[narrow]}`;
  const label =
    narrow === "below" ? (
      <span className="w-24 shrink-0 text-start text-ink3 @min-[40rem]:hidden">{title}</span>
    ) : null;
  // Wrapped beside its title: otherwise each part of a sentence would become a column.
  const content = narrow === "below" ? <div className="min-w-0">{cell(row)}</div> : cell(row);
  if (isHeader)
    return (
      <th className={className} scope="row">
        {label}
        {content}
      </th>
    );
  return (
    <td className={className}>
      {label}
      {content}
    </td>
  );
}
