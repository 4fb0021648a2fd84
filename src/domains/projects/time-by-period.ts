import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { Refusal } from "../../core/errors.ts";
import { uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { pause } from "../../db/transaction.ts";
import { addDays, mondayOf } from "../../shared/calendar.ts";
import type { Day } from "../../shared/time.ts";
import { dayArgument } from "../timesheet/day-words.ts";

export const TimeByPeriod = z.strictObject({
  from: dayArgument,
  to: dayArgument.describe("last day, counted too"),
  by: z.enum(["week", "month"]),
  project_id: uuid.optional(),
});

export type TimeByPeriod = z.output<typeof TimeByPeriod>;

const InPeriods = z.array(z.int());

export const PeriodTotals = z.object({
  periods: z.array(z.object({ from: z.string(), to: z.string(), seconds: z.int() })),
  seconds: z.int(),
  /** Most time first; `by_period` has the seconds of each period. */
  projects: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      customer: z.string().nullable(),
      billable: z.boolean(),
      seconds: z.int(),
      by_period: InPeriods,
    }),
  ),
  /** Projects with less time than those listed. */
  others: z.object({ projects: z.int(), seconds: z.int(), by_period: InPeriods }),
});

const MOST_PERIODS = 120;
const MOST_PROJECTS = 50;

/**
 * Time of a range by week or month, of the team or one project. Weeks and months at the ends count only
 * the days in the range. Running timers are left out.
 */
export async function timeByPeriod(
  context: Context,
  input: TimeByPeriod,
): Promise<z.output<typeof PeriodTotals>> {
  const periods = periodsOf(input);
  if (periods.length === 0 || periods.length > MOST_PERIODS) throw badRange(input);
  const sums = await secondsByDay(context, input, null);
  await pause(context);
  const projects = await secondsByProject(context, input);
  await pause(context);
  const shown = projects.slice(0, MOST_PROJECTS);
  const ids = shown.map(({ id }) => id);
  const parts = ids.length === 0 ? [] : await secondsByDay(context, input, ids);
  const byProject = Map.groupBy(parts, ({ project_id }) => project_id);
  const inPeriods = (some: readonly Sum[]) => spread(periods, some);
  const all = inPeriods(sums);
  const listed = inPeriods(parts);
  const seconds = sumOf(all);
  const named = await namesOf(context, ids);
  return {
    periods: periods.map((period, index) => ({ ...period, seconds: all[index] ?? 0 })),
    seconds,
    projects: shown.flatMap((project) => {
      const found = named.get(project.id);
      const own = byProject.get(project.id) ?? [];
      return found === undefined ? [] : [{ ...found, ...project, by_period: inPeriods(own) }];
    }),
    others: {
      projects: projects.length - shown.length,
      seconds: seconds - sumOf(listed),
      by_period: all.map((sum, index) => sum - (listed[index] ?? 0)),
    },
  };
}

type Sum = { readonly date: Day; readonly project_id: string | null; readonly seconds: number };

/**
 * Sums of days, which the index has in this order.
 * @param projectIds null for all projects together
 */
async function secondsByDay(
  { db, team }: Context,
  range: TimeByPeriod,
  projectIds: readonly string[] | null,
): Promise<readonly Sum[]> {
  const project = projectIds === null ? sql<string | null>`null` : sql<string>`project_id`;
  const only = projectIds === null ? sql`` : sql`and project_id in (${sql.join(projectIds)})`;
  // An expression keeps SQLite from reading all days of the team in their order for one project.
  const day = range.project_id === undefined ? sql`date` : sql`date || ''`;
  const { rows } = await sql<Sum>`
    select min(date) as date, ${project} as project_id, sum(duration) as seconds
    from ${entriesIn(range, team.id)} ${only}
    group by ${projectIds === null ? day : sql`${day}, project_id`}`.execute(db);
  return rows;
}

async function secondsByProject(
  { db, team }: Context,
  range: TimeByPeriod,
): Promise<readonly { readonly id: string; readonly seconds: number }[]> {
  const { rows } = await sql<{ id: string; seconds: number }>`
    select project_id as id, sum(duration) as seconds
    from ${entriesIn(range, team.id)}
    group by project_id order by seconds desc, project_id`.execute(db);
  return rows;
}

/** A team's days come from an index alone; a project's entries from one in the order of their keys. */
export function entriesIn(
  { from, to, project_id }: Pick<TimeByPeriod, "from" | "to" | "project_id">,
  teamId: string,
): RawBuilder<unknown> {
  return project_id === undefined
    ? sql`tracker_entries as entry where team_id = ${teamId}
        and date >= ${from} and date <= ${to} and duration > 0`
    : sql`tracker_entries as entry where team_id = ${teamId} and project_id = ${project_id}
        and sort_key >= ${from} and sort_key < ${`${to}~`} and duration > 0`;
}

function spread(periods: readonly Period[], sums: readonly Sum[]): number[] {
  const seconds = periods.map(() => 0);
  for (const sum of sums) {
    const at = periods.findLastIndex(({ from }) => from <= sum.date);
    seconds[at] = (seconds[at] ?? 0) + sum.seconds;
  }
  return seconds;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

async function namesOf({ db, team }: Context, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>();
  const rows = await db
    .selectFrom("tracker_projects as project")
    .leftJoin("customers as customer", (join) =>
      join
        .onRef("customer.team_id", "=", "project.team_id")
        .onRef("customer.id", "=", "project.customer_id"),
    )
    .select(["project.id", "project.name", "project.billable", "customer.name as customer"])
    .where("project.team_id", "=", team.id)
    .where("project.id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

function badRange({ from, to, by }: TimeByPeriod): Refusal {
  const message =
    from > to
      ? `from (${from}) is after to (${to})`
      : `the range has more than ${MOST_PERIODS} ${by}s`;
  const next = from > to ? "give the earlier day as from" : "choose a shorter range";
  return new Refusal({ code: "invalid_argument", path: "from", message, next });
}

/** A week or a month; at the ends of a range only its days in the range. */
export type Period = { readonly from: Day; readonly to: Day };

type Range = { readonly from: Day; readonly to: Day; readonly by: "week" | "month" };

export function periodsOf({ from, to, by }: Range): readonly Period[] {
  const periods: Period[] = [];
  for (let begins = startOf(by, from); begins <= to;) {
    const next = startOf(by, addDays(begins, by === "week" ? 7 : 31));
    const last = addDays(next, -1);
    periods.push({ from: begins < from ? from : begins, to: last > to ? to : last });
    begins = next;
  }
  return periods;
}

function startOf(by: Range["by"], day: Day): Day {
  return by === "week" ? mondayOf(day) : `${day.slice(0, 7)}-01`;
}
