import { Link } from "@tanstack/react-router";
import { BODY, type Column, type LineOf, Table } from "../../components/table.tsx";
import type { Cell, ReportRow, ReportTable } from "./view.ts";

type ReportTableViewProps = { readonly caption: string; readonly table: ReportTable };

export function ReportTableView({ caption, table }: ReportTableViewProps) {
  const { titles, rows, total, main } = table;
  const [nameTitle = "", ...others] = titles;
  const columns: readonly Column<ReportRow>[] = [
    {
      title: nameTitle,
      isHeader: true,
      narrow: "first",
      cell: ({ name, link, note = null }) => (
        <>
          <Name link={link}>{name}</Name>
          {note === null ? null : <span className="font-normal text-ink2"> ({note})</span>}
        </>
      ),
    },
    ...others.map((title, index): Column<ReportRow> => ({
      title,
      align: "end",
      narrow: others.length === 1 || title === main ? "beside" : "below",
      cell: (row) => <Value cell={row.cells[index]} of={`${nameIn(row)}, ${title}`} />,
    })),
  ];
  return (
    <div className="@container">
      {/* Head of the figures beside the names; screen readers have those of the table. */}
      {main === undefined || others.length === 1 ? null : (
        <p aria-hidden className="text-end text-small text-ink2 @min-[40rem]:hidden">
          {main}
        </p>
      )}
      <Table
        bodies={(lineOf) => <Parts count={columns.length} lineOf={lineOf} rows={rows} />}
        caption={caption}
        columns={columns}
        keyOf={({ key }) => key}
        rows={rows}
        total={total}
      />
    </div>
  );
}

type PartsProps = {
  readonly rows: readonly ReportRow[];
  readonly lineOf: LineOf<ReportRow>;
  readonly count: number;
};

function Parts({ rows, lineOf, count }: PartsProps) {
  return [...Map.groupBy(rows, ({ part }) => part)].map(([part, some]) => (
    <tbody className={`group ${BODY}`} key={part ?? ""}>
      {part === undefined ? null : (
        <tr className="@max-[40rem]:block">
          <th
            className="pt-6 pb-1 text-start text-small font-medium text-ink2 group-first-of-type:pt-3 @max-[40rem]:block"
            colSpan={count}
            scope="rowgroup"
          >
            {part}
          </th>
        </tr>
      )}
      {some.map((row) => lineOf(row, row.isSum === true ? SUM : ""))}
    </tbody>
  ));
}

const SUM = "border-t-2 border-t-edge *:font-semibold";

/** A category may stand in two parts of a table. */
function nameIn({ name, part, isSum }: ReportRow): string {
  return part === undefined || isSum === true ? name : `${part}, ${name}`;
}

function Name({ link, children }: { readonly link: ReportRow["link"]; readonly children: string }) {
  const name = <bdi>{children}</bdi>;
  if (link === undefined) return name;
  return (
    <Link className="inline-block min-h-6 text-ink underline decoration-edge" {...link}>
      {name}
    </Link>
  );
}

function Value({ cell, of }: { readonly cell: Cell | undefined; readonly of: string }) {
  if (cell === undefined || cell.text === "") return null;
  const { text, link } = cell;
  if (link === undefined) return <span className="whitespace-nowrap">{text}</span>;
  return (
    <Link
      className="inline-block min-h-6 whitespace-nowrap text-ink underline decoration-edge hover:decoration-ink"
      {...link}
    >
      <span className="sr-only">{of}: </span>
      {text}
    </Link>
  );
}
