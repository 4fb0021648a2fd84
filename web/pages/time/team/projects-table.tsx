import { Link } from "@tanstack/react-router";
import type { Output } from "../../../api.ts";
import { type Column, Table } from "../../../components/table.tsx";
import { counted, hours, shareOf } from "../../../numbers.ts";
import { useIsNarrow } from "../../../window.ts";
import type { Range } from "../../reports/ranges.ts";

export type ProjectTimes = Output<"GET /api/teams/:team/projects/time">;

type ProjectRow = {
  readonly key: string;
  readonly name: string;
  /** Null for the sums. */
  readonly project: string | null;
  readonly customer: string | null;
  readonly seconds: number;
  /** Null where it is not known, for projects that are not listed. */
  readonly billable: number | null;
};

type ProjectsTableProps = {
  readonly caption: string;
  readonly time: ProjectTimes;
  readonly range: Range;
};

/** Time by project. The hours lead to the people. */
export function ProjectsTable({ caption, time, range }: ProjectsTableProps) {
  return (
    <Table
      caption={caption}
      columns={columnsOf(range, useIsNarrow())}
      keyOf={({ key }) => key}
      rows={projectRows(time)}
      total={totalOf(time)}
    />
  );
}

/** Listed projects, and all others as one row. */
export function projectRows({ projects, others }: ProjectTimes): readonly ProjectRow[] {
  return [
    ...projects.map(({ id, name, customer, seconds, billable }) => ({
      key: id,
      name,
      project: id,
      customer,
      seconds,
      billable: billable ? seconds : 0,
    })),
    ...(others.projects === 0
      ? []
      : [
          {
            key: "others",
            name: counted(others.projects, "other project"),
            project: null,
            customer: null,
            seconds: others.seconds,
            billable: null,
          },
        ]),
  ];
}

function totalOf({ projects, others, seconds }: ProjectTimes): ProjectRow {
  const billable = projects.reduce((sum, one) => sum + (one.billable ? one.seconds : 0), 0);
  const isAll = others.projects === 0;
  return {
    key: "total",
    name: isAll ? `Total, ${shareOf(billable, seconds)} % billable` : "Total",
    project: null,
    customer: null,
    seconds,
    billable: isAll ? billable : null,
  };
}

function columnsOf(range: Range, isNarrow: boolean): readonly Column<ProjectRow>[] {
  return [
    {
      title: "Project",
      isHeader: true,
      narrow: "first",
      cell: ({ name, project }) =>
        project === null ? (
          name
        ) : (
          <Link params={{ id: project }} to="/projects/$id">
            <bdi>{name}</bdi>
          </Link>
        ),
    },
    {
      title: "Customer",
      narrow: "plain",
      cell: ({ customer }) => (customer === null ? null : <bdi>{customer}</bdi>),
    },
    {
      title: "Billable hours",
      align: "end",
      narrow: "below",
      // Phones repeat no figure: a row without this line is billable as a whole.
      cell: ({ billable, seconds }) =>
        billable === null || (isNarrow && billable === seconds) ? null : hours(billable),
    },
    {
      title: "Hours",
      align: "end",
      narrow: "beside",
      cell: ({ seconds, project }) =>
        project === null ? (
          hours(seconds)
        ) : (
          <Link search={{ ...range, project }} to="/time/team">
            {hours(seconds)}
          </Link>
        ),
    },
  ];
}
