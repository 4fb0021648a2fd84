import type { ReactNode } from "react";

export type Column<Row> = {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: "end";
  /**
   * Place on narrow screens: on the row's first line, at its end (`beside`), or below. `below` and
   * `start` show the column's title; `start` and `plain` align at the start.
   */
  readonly narrow?: "first" | "beside" | "below" | "start" | "plain" | "hidden";
  readonly isHeader?: true;
  /** Width class on wide screens. Once a column has one, no width depends on the rows. */
  readonly width?: string;
};

export type LineOf<Row> = (row: Row, look?: string) => ReactNode;

type TableProps<Row> = {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly actions?: (row: Row) => ReactNode;
  readonly isQuiet?: (row: Row) => boolean;
  /** Draws the bodies of a table in parts; by default all rows are one body. */
  readonly bodies?: (lineOf: LineOf<Row>) => ReactNode;
  readonly total?: Row | undefined;
  /** Keeps the columns at every width, for a small table. */
  readonly keepsColumns?: true;
};

export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, keyOf, actions, isQuiet, bodies, total, keepsColumns } = props;
  // On narrow screens actions stand at the end of the first line.
  const ending = columns.some(({ narrow }) => narrow === "beside") ? "beside" : "first";
  const lineOf: LineOf<Row> = (row, look = "") => (
    <tr
      className={`${BLOCK} ${look} ${isQuiet?.(row) === true ? "text-ink2" : ""}`}
      key={keyOf(row)}
    >
      {columns.map((column) => (
        <Cell
          column={column}
          isBesideActions={actions !== undefined && column.narrow === ending}
          key={column.title}
          row={row}
        />
      ))}
      {actions === undefined ? null : (
        <td className="py-0.5 text-end align-top @max-[40rem]:absolute @max-[40rem]:end-0 @max-[40rem]:top-0 @max-[40rem]:p-0">
          {actions(row)}
        </td>
      )}
    </tr>
  );
  return (
    <div className={keepsColumns === true ? COLUMNS : "@container"}>
      <table
        className={`w-full wrap-break-word @max-[40rem]:block ${columns.some(({ width }) => width !== undefined) ? "table-fixed" : ""}`}
      >
        <caption className="sr-only">{caption}</caption>
        <Head columns={columns} hasActions={actions !== undefined} />
        {bodies?.(lineOf) ?? <tbody className={BODY}>{rows.map((row) => lineOf(row))}</tbody>}
        {total === undefined ? null : (
          <tfoot className="@max-[40rem]:block">
            <tr
              className={`border-t border-b-4 border-line border-b-accent font-semibold [border-bottom-style:double] ${BLOCK}`}
            >
              {columns.map((column) => (
                <Cell column={column} isTotal key={column.title} row={total} />
              ))}
              {actions === undefined ? null : <td className="@max-[40rem]:hidden">{"\u00a0"}</td>}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

type HeadProps<Row> = { readonly columns: readonly Column<Row>[]; readonly hasActions: boolean };

function Head<Row>({ columns, hasActions }: HeadProps<Row>) {
  return (
    <thead className="@max-[40rem]:sr-only">
      <tr className="border-b border-line">
        {columns.map(({ title, align, width = "" }) => (
          <th
            className={`${width} py-2 pe-4 align-bottom text-small font-medium whitespace-nowrap text-ink2 ${align === "end" ? "text-end last:pe-0" : "text-start"}`}
            key={title}
            scope="col"
          >
            {title}
          </th>
        ))}
        {hasActions ? (
          <th className="w-10" scope="col">
            <span className="sr-only">Actions</span>
          </th>
        ) : null}
      </tr>
    </thead>
  );
}

export const BODY = "divide-y divide-line @max-[40rem]:block";

/** Rows as high as elsewhere, without the container query that makes blocks of them. */
const COLUMNS =
  "[&_:is(td,th)]:h-9 pointer-coarse:[&_:is(td,th)]:h-11 [&_:is(td,th):last-child]:pe-0";

const BLOCK =
  "@max-[40rem]:relative @max-[40rem]:grid @max-[40rem]:grid-cols-[minmax(0,1fr)_auto] @max-[40rem]:gap-x-3 @max-[40rem]:gap-y-1 @max-[40rem]:py-3";

const NARROW = {
  first: "@max-[40rem]:col-start-1 @max-[40rem]:font-medium",
  beside: "@max-[40rem]:col-start-2 @max-[40rem]:row-start-1",
  below: "@max-[40rem]:col-span-2 @max-[40rem]:flex",
  start: "@max-[40rem]:col-span-2 @max-[40rem]:flex @max-[40rem]:text-start",
  plain: "@max-[40rem]:col-span-2",
  hidden: "@max-[40rem]:hidden",
} as const;

type CellProps<Row> = {
  readonly column: Column<Row>;
  readonly row: Row;
  readonly isTotal?: true;
  readonly isBesideActions?: boolean;
};

function Cell<Row>({ column, row, isTotal, isBesideActions }: CellProps<Row>) {
  const { title, cell, align, narrow = "below", isHeader } = column;
  // Title and figure at the two ends of the line.
  const isApart = align === "end" && narrow === "below";
  const className = `data-cell ${isTotal === true ? "font-semibold" : "font-normal"} ${align === "end" ? "text-end @min-[40rem]:last:pe-0" : "text-start"} ${isApart ? "@max-[40rem]:justify-between" : ""} ${isBesideActions === true ? "@max-[40rem]:pe-12" : ""} ${NARROW[narrow]}`;
  const isTitled = narrow === "below" || narrow === "start";
  const label = isTitled ? (
    <span
      className={`text-start text-ink3 @min-[40rem]:hidden ${isApart ? "pe-3" : "w-24 shrink-0"}`}
    >
      {title}
    </span>
  ) : null;
  // Wrapped beside its title: otherwise each part of a sentence would become a column.
  const content = isTitled ? <div className="min-w-0">{cell(row)}</div> : cell(row);
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
