import { Link, useSearch } from "@tanstack/react-router";
import { addDays, mondayOf } from "../../../src/shared/calendar.ts";
import type { Output } from "../../api.ts";
import { Answer, Empty } from "../../components/answer.tsx";
import { Page } from "../../components/page.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { counted } from "../../counted.ts";
import { dayIn, isDay, shortDay } from "../../days.ts";
import { hours } from "../../hours.ts";
import { useMe, useNow, useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";

const BACK = { to: "/", label: "Home" } as const;

/** Time of everybody in some days by project, with the sums that Home tells. */
export function TeamTime() {
  const team = useTeam();
  const { user } = useMe();
  const today = dayIn(user.timeZone, useNow());
  const search = useSearch({ from: "/time/team" });
  const range = rangeOf(search["from"], search["to"]) ?? weekOf(today);
  const query = useOfTeam(team, "GET /api/teams/:team/projects/time", { ...range, by: "week" });
  const days =
    range.from === range.to
      ? shortDay(range.from)
      : `${shortDay(range.from)} to ${shortDay(range.to)}`;
  return (
    <Page
      back={BACK}
      lead={`${days}, of everybody. Running timers are left out.`}
      title="Time of the team"
    >
      <Answer query={query} what="the time of the team">
        {(time) =>
          time.seconds === 0 ? (
            <Empty title="No time in these days">
              <p>What anybody of the team tracks in these days stands here by project.</p>
            </Empty>
          ) : (
            <Table
              caption={`Time from ${days} by project`}
              columns={COLUMNS}
              keyOf={({ key }) => key}
              rows={rowsOf(time)}
              total={totalOf(time)}
            />
          )
        }
      </Answer>
    </Page>
  );
}

function rangeOf(from: string | undefined, to: string | undefined) {
  if (from === undefined || to === undefined || !isDay(from) || !isDay(to)) return null;
  return from <= to ? { from, to } : null;
}

function weekOf(today: string) {
  const from = mondayOf(today);
  return { from, to: addDays(from, 6) };
}

type Time = Output<"GET /api/teams/:team/projects/time">;

type Row = {
  readonly key: string;
  readonly name: string;
  /** Null for the sums. */
  readonly project: string | null;
  readonly customer: string | null;
  readonly seconds: number;
  /** Null where it is not known of projects beyond those listed. */
  readonly billable: number | null;
};

function rowsOf({ projects, others }: Time): readonly Row[] {
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

function totalOf({ projects, others, seconds }: Time): Row {
  const billable = projects.reduce((sum, one) => sum + (one.billable ? one.seconds : 0), 0);
  const isAll = others.projects === 0;
  const share = Math.round((100 * billable) / seconds);
  return {
    key: "total",
    name: isAll ? `Total, ${share} % billable` : "Total",
    project: null,
    customer: null,
    seconds,
    billable: isAll ? billable : null,
  };
}

const COLUMNS: readonly Column<Row>[] = [
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
    cell: ({ billable }) => (billable === null ? null : hours(billable)),
  },
  { title: "Hours", align: "end", cell: ({ seconds }) => hours(seconds) },
];
