import { sql } from "kysely";
import { z } from "zod";
import { Refusal } from "../../core/errors.ts";
import { uuid } from "../../core/fields.ts";
import { type Context, mayAct } from "../../db/context.ts";
import { addDays } from "../../shared/calendar.ts";
import { dayArgument } from "../timesheet/day-words.ts";
import { requireProject } from "./find-projects.ts";
import { entriesIn } from "./time-by-period.ts";

export const TimeByPerson = z.strictObject({
  from: dayArgument,
  to: dayArgument.describe("last day, counted too"),
  project_id: uuid.optional(),
});

export type TimeByPerson = z.output<typeof TimeByPerson>;

export const PersonTotals = z.object({
  /** Null without `project_id`. */
  project: z.object({ id: z.string(), name: z.string() }).nullable(),
  seconds: z.int(),
  /** Of `seconds`, on projects that are billable. */
  billable: z.int(),
  /** Most time first; `isMember` is false for somebody who left the team. */
  people: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      isMember: z.boolean(),
      seconds: z.int(),
      billable: z.int(),
    }),
  ),
  /** People who are not listed: those with less time, and for members everybody else. */
  others: z.object({ people: z.int(), seconds: z.int(), billable: z.int() }),
});

export type PersonTotals = z.output<typeof PersonTotals>;

const MOST_DAYS = 840;
const MOST_PEOPLE = 50;

/**
 * Time of a range by person, of all projects or one. Members get their own and the sum of the others.
 * Running timers are left out.
 */
export async function timeByPerson(context: Context, input: TimeByPerson): Promise<PersonTotals> {
  const { from, to, project_id } = input;
  if (from > to || addDays(from, MOST_DAYS) <= to) throw badRange(input);
  const { actor } = context;
  const found = project_id === undefined ? null : await requireProject(context, { id: project_id });
  const all = await secondsByPerson(context, input);
  const seen = mayAct(actor.role, "admin") ? all : all.filter(({ id }) => id === actor.id);
  const people = seen.slice(0, MOST_PEOPLE);
  const [seconds, billable] = [sumOf(all, "seconds"), sumOf(all, "billable")];
  return {
    project: found === null ? null : { id: found.id, name: found.name },
    seconds,
    billable,
    people,
    others: {
      people: all.length - people.length,
      seconds: seconds - sumOf(people, "seconds"),
      billable: billable - sumOf(people, "billable"),
    },
  };
}

type Sum = PersonTotals["people"][number];

/** Sums in a subquery: joined first, each entry would look up its person and its project. */
async function secondsByPerson(
  { db, team }: Context,
  range: TimeByPerson,
): Promise<readonly Sum[]> {
  const { rows } = await sql<Omit<Sum, "isMember"> & { readonly member: string | null }>`
    select person.id, person.name, membership.user_id as member, spent.seconds, spent.billable
    from (select on_project.assigned_id, sum(on_project.seconds) as seconds,
        sum(case when project.billable then on_project.seconds else 0 end) as billable
      from (select assigned_id, project_id, sum(duration) as seconds
        from ${entriesIn(range, team.id)} group by assigned_id, project_id) as on_project
      join tracker_projects as project
        on project.team_id = ${team.id} and project.id = on_project.project_id
      group by on_project.assigned_id) as spent
    join users as person on person.id = spent.assigned_id
    left join memberships as membership
      on membership.team_id = ${team.id} and membership.user_id = person.id
    order by spent.seconds desc, person.id`.execute(db);
  return rows.map(({ member, ...sum }) => ({ ...sum, isMember: member !== null }));
}

function sumOf(some: readonly Sum[], of: "seconds" | "billable"): number {
  return some.reduce((sum, one) => sum + one[of], 0);
}

function badRange({ from, to }: TimeByPerson): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "from",
    message: `${from} to ${to} is not a range of 1 to ${MOST_DAYS} days`,
    next: from > to ? "give the earlier day as from" : "choose a shorter range",
  });
}
