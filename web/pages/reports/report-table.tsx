import { Link } from "@tanstack/react-router";
import { type Column, Table } from "../../components/table.tsx";
import type { Cell, ReportRow, ReportTable } from "./view.ts";

type ReportTableViewProps = { readonly caption: string; readonly table: ReportTable };

/** The figures of a report; those with a list lead there. */
export function ReportTableView({ caption, table }: ReportTableViewProps) {
  const { titles, rows, total } = table;
  const [nameTitle = "", ...others] = titles;
  const columns: readonly Column<ReportRow>[] = [
    {
      title: nameTitle,
      isHeader: true,
      narrow: "first",
      cell: ({ name, note = null }) => (
        <>
          <bdi>{name}</bdi>
          {note === null ? null : <span className="font-normal text-ink2"> ({note})</span>}
        </>
      ),
    },
    ...others.map((title, index): Column<ReportRow> => ({
      title,
      align: "end",
      narrow: others.length === 1 ? "beside" : "below",
      cell: ({ cells, name }) => <Value cell={cells[index]} of={`${name}, ${title}`} />,
    })),
  ];
  return (
    <Table caption={caption} columns={columns} keyOf={({ key }) => key} rows={rows} total={total} />
  );
}

function Value({ cell, of }: { readonly cell: Cell | undefined; readonly of: string }) {
  if (cell === undefined) return null;
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
