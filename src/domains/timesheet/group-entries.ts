import { sql } from "kysely";
import { z } from "zod";
import { Refusal } from "../../core/errors.ts";
import { noticesOf } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import type { Day } from "../../shared/time.ts";
import { entriesOfSpan, valueInSpan } from "./entry.ts";

export const GroupBy = z.enum(["project", "person", "day"]);

/** With a day, or with the id and name of a project or person. */
export const EntryGroup = z.looseObject({ duration: z.int(), entries: z.int() });

const MOST_GROUPS = 200;

type Asked = {
  readonly by: z.output<typeof GroupBy>;
  readonly range: { readonly from: Day; readonly to: Day } | null;
  readonly project_id: string | undefined;
  readonly assigned_id: string | undefined;
};

type Group = {
  readonly id: string;
  readonly name: string | null;
  readonly duration: number;
  readonly entries: number;
};

const GROUPS = {
  project: { column: sql`entry.project_id`, order: sql`duration desc, id` },
  person: { column: sql`entry.assigned_id`, order: sql`duration desc, id` },
  day: { column: sql`entry.date`, order: sql`id desc` },
} as const;

const NAMES = {
  project: sql`(select name from tracker_projects as named
    where named.team_id = spent.team_id and named.id = spent.id)`,
  person: sql`(select name from users as named where named.id = spent.id)`,
  day: sql`null`,
} as const;

/**
 * Sums of finished time by project, person or day, in seconds: the most first, days the newest first.
 * @throws Refusal without both days, since all time of a team is not read for a sum
 */
export async function groupEntries(
  { db, team }: Context,
  { by, range, project_id, assigned_id }: Asked,
) {
  if (range === null) throw needsDays();
  const { column, order } = GROUPS[by];
  const span = valueInSpan({ team_id: team.id, first: range.from, last: range.to });
  const ofProject = project_id === undefined ? sql`` : sql`and entry.project_id = ${project_id}`;
  const ofPerson = assigned_id === undefined ? sql`` : sql`and entry.assigned_id = ${assigned_id}`;
  const { rows } = await sql<Group>`
    select spent.id, ${NAMES[by]} as name, spent.duration, spent.entries from (
      select entry.team_id, ${column} as id, sum(entry.duration) as duration, count(*) as entries
      from ${entriesOfSpan(db, span)} ${ofProject} ${ofPerson}
      group by entry.team_id, ${column}) as spent
    order by ${order}`.execute(db);
  const groups = rows.slice(0, MOST_GROUPS);
  const left = rows.slice(MOST_GROUPS);
  const seconds = (some: readonly Group[]) => some.reduce((sum, { duration }) => sum + duration, 0);
  return {
    groups: groups.map(({ id, name, ...sums }) =>
      by === "day" ? { day: id, ...sums } : { id, name, ...sums },
    ),
    total_duration: seconds(rows),
    ...noticesOf(
      left.length === 0
        ? []
        : [`${left.length} more groups of ${seconds(left)} seconds are in total_duration alone.`],
    ),
  };
}

function needsDays(): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "group_by",
    message: "group_by sums up the entries of some days, and from or to is missing",
    next: "give from and to",
  });
}
