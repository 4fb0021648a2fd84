import { Link } from "@tanstack/react-router";
import { daysBetween } from "../../../../src/shared/calendar.ts";
import type { Output } from "../../../api.ts";
import { type Column, Table } from "../../../components/table.tsx";
import { counted, hours } from "../../../numbers.ts";
import { useMe } from "../../../queries.ts";
import type { Range } from "../../reports/ranges.ts";
import { MOST_DAYS } from "../shown-days.ts";

export type PeopleTimes = Output<"GET /api/teams/:team/projects/time/people">;

type PersonRow = {
  readonly key: string;
  readonly name: string;
  readonly person: string | null;
  readonly hasLeft: boolean;
  readonly seconds: number;
  readonly billable: number;
};

type PeopleTableProps = {
  readonly caption: string;
  readonly time: PeopleTimes;
  readonly range: Range;
  readonly members: readonly Member[];
};

export type Member = { readonly id: string; readonly name: string };

/** Time by person. The hours lead to the entries of the same days and project. */
export function PeopleTable({ caption, time, range, members }: PeopleTableProps) {
  const { user } = useMe();
  const isListed = daysBetween(range.from, range.to) < MOST_DAYS;
  const only = time.project === null ? {} : { only: time.project.id };
  const columns: readonly Column<PersonRow>[] = [
    {
      title: "Person",
      isHeader: true,
      narrow: "first",
      cell: ({ name, person, hasLeft }) => (
        <>
          <bdi>{name}</bdi>
          {person === user.id ? <span className="text-ink2"> (you)</span> : null}
          {hasLeft ? <span className="text-ink2">, left the team</span> : null}
        </>
      ),
    },
    { title: "Billable", align: "end", narrow: "plain", cell: ({ billable }) => hours(billable) },
    {
      title: "Hours",
      align: "end",
      narrow: "beside",
      cell: ({ person, seconds }) =>
        person === null || !isListed ? (
          hours(seconds)
        ) : (
          <Link
            search={{ ...range, ...(person === user.id ? {} : { person }), ...only }}
            to="/time"
          >
            {hours(seconds)}
          </Link>
        ),
    },
  ];
  return (
    <Table
      caption={caption}
      columns={columns}
      keepsColumns
      keyOf={({ key }) => key}
      rows={personRows(time, members)}
      total={{
        key: "total",
        name: "Total",
        person: null,
        hasLeft: false,
        seconds: time.seconds,
        billable: time.billable,
      }}
    />
  );
}

/** People with time, all others as one row, and members without time. */
export function personRows(
  { people, others }: PeopleTimes,
  members: readonly Member[],
): readonly PersonRow[] {
  const known = new Set(people.map(({ id }) => id));
  // A member who is not listed may be one of the others.
  const idle = others.people === 0 ? members.filter(({ id }) => !known.has(id)) : [];
  return [
    ...people.map(({ id, name, isMember, seconds, billable }) => ({
      key: id,
      name,
      person: isMember ? id : null,
      hasLeft: !isMember,
      seconds,
      billable,
    })),
    ...(others.people === 0
      ? []
      : [
          {
            key: "others",
            name: counted(others.people, "other person", "other people"),
            person: null,
            hasLeft: false,
            seconds: others.seconds,
            billable: others.billable,
          },
        ]),
    ...idle.map(({ id, name }) => ({
      key: id,
      name,
      person: id,
      hasLeft: false,
      seconds: 0,
      billable: 0,
    })),
  ];
}
