import { sql } from "kysely";
import { noticesOf } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import { addDays } from "../../shared/calendar.ts";
import type { Day } from "../../shared/time.ts";
import { counted } from "../../shared/words.ts";
import { customerOf } from "../projects/project.ts";
import { runningTimers } from "../timers/running.ts";
import { actorsToday } from "./day-words.ts";
import { entriesOfSpan, type Span, total, valueInSpan } from "./entry.ts";
import { byDay, secondsOf } from "./time-sheet.ts";

/** Bounds that keep the answer below about 20,000 tokens, whatever the team's size. */
const MOST_PEOPLE = 50;
const MOST_PROJECTS = 50;
const MOST_PAIRS = 100;
const MOST_OF_ONE = 20;
const MOST_DAYS = 1000;

export async function getTeamMonth(context: Context, month: string): Promise<object> {
  const from = `${month}-01`;
  const to = addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1);
  const span = { team_id: context.team.id, first: from, last: to };
  const [sums, { people, notices }, running] = await Promise.all([
    findSpanSums(context.db, { ...span, rows: MOST_PROJECTS }),
    peopleOf(context, span),
    runningTimers(context, undefined, MOST_PEOPLE),
  ]);
  const all = sums.find(({ kind }) => kind === "all");
  const projects = sums.filter(({ kind }) => kind === "project");
  return {
    month: { from, to, today: actorsToday(context) },
    ...total(all?.seconds ?? 0),
    billable: total(all?.billable_seconds ?? 0),
    entry_count: all?.entries ?? 0,
    people,
    projects: projects.map((sum) => ({
      id: sum.project_id,
      name: sum.project_name,
      customer: customerOf(sum),
      billable: sum.billable,
      ...total(sum.seconds),
    })),
    customers: sums
      .filter(({ kind }) => kind === "customer")
      .map((sum) => ({ customer: customerOf(sum), ...total(sum.seconds) })),
    running: running.map(({ id, assigned_name, project_name, date }) => ({
      id,
      person: assigned_name,
      project: project_name,
      date,
    })),
    ...noticesOf([leftEntries(from, to), ...notices, ...leftProjects(all, projects)]),
  };
}

function leftEntries(from: Day, to: Day): string {
  return `Single entries and their descriptions are left out; tracker_list_entries with from ${from}, to ${to} and assigned_id all has them.`;
}

function leftProjects(all: SpanSum | undefined, listed: readonly SpanSum[]): readonly string[] {
  const more = (all?.projects ?? 0) - listed.length;
  if (all === undefined || more === 0) return [];
  return [`${more} more projects come to ${total(all.seconds - secondsOf(listed)).total}.`];
}

type PersonTime = { readonly id: string; readonly name: string; readonly seconds: number };

async function peopleOf(context: Context, span: Span) {
  const everybody = await findPeople(context.db, span);
  const listed = everybody.slice(0, MOST_PEOPLE);
  const more = everybody.slice(MOST_PEOPLE);
  const pairs = await pairsOf(context, span, listed);
  const days = Map.groupBy(await findDays(context, span, pairs), keyOf);
  const ofPerson = Map.groupBy(pairs, ({ person_id }) => person_id);
  let daysLeft = MOST_DAYS;
  const projectOf = (pair: PairSum) => {
    const time = { id: pair.project_id, name: pair.project_name, ...total(pair.seconds) };
    const own = days.get(keyOf(pair)) ?? [];
    if (own.length > daysLeft) return time;
    daysLeft -= own.length;
    return { ...time, by_day: byDay(own) };
  };
  const people = listed.map(({ id, name, seconds }) => {
    const own = ofPerson.get(id) ?? [];
    const count = (own[0]?.projects ?? 0) - own.length;
    const others =
      count > 0 ? { other_projects: { count, ...total(seconds - secondsOf(own)) } } : {};
    return { id, name, ...total(seconds), projects: own.map(projectOf), ...others };
  });
  const isCut = people.some(
    ({ projects, other_projects }) =>
      projects.length === 0 ||
      other_projects !== undefined ||
      projects.some((project) => !("by_day" in project)),
  );
  return {
    people,
    notices: [
      ...(more.length === 0 ? [] : [leftPeople(more.length, secondsOf(more))]),
      ...(isCut ? [CUT] : []),
    ],
  };
}

/** The projects of the people with the most time come first, since the list may be cut. */
async function pairsOf(
  context: Context,
  span: Span,
  people: readonly PersonTime[],
): Promise<readonly PairSum[]> {
  const ids = people.map(({ id }) => id);
  const some = MOST_PAIRS / MOST_OF_ONE;
  const find = async (people: readonly string[]) =>
    inOrder(people, await findMonthPairs(context, span, { people, most: MOST_OF_ONE }));
  const first = await find(ids.slice(0, some));
  if (first.length >= MOST_PAIRS) return first;
  return [...first, ...(await find(ids.slice(some)))].slice(0, MOST_PAIRS);
}

function inOrder(people: readonly string[], pairs: readonly PairSum[]): readonly PairSum[] {
  const ofPerson = Map.groupBy(pairs, ({ person_id }) => person_id);
  return people.flatMap((id) => ofPerson.get(id) ?? []);
}

function keyOf({ person_id, project_id }: { person_id: string; project_id: string }): string {
  return `${person_id} ${project_id}`;
}

const CUT =
  "Some people have projects in other_projects or none listed, and some projects no by_day, to keep this short; ledgerport://projects/{project} has one project, and tracker_list_entries with assigned_id or project_id the entries.";

function leftPeople(count: number, seconds: number): string {
  return `${counted(count, "person", "people")} with less time come to ${total(seconds).total}.`;
}

// Each of these queries reads the entries in an index alone, and answers a bounded number of rows: a month
// of a large team has tens of thousands of projects by person and day.

/** Of the whole span (`all`), of a project or of a customer; a customer's id is null for time without one. */
type SpanSum = {
  readonly kind: "all" | "project" | "customer";
  readonly projects: number;
  readonly seconds: number;
  readonly billable_seconds: number;
  readonly entries: number;
  readonly project_id: string | null;
  readonly project_name: string | null;
  readonly billable: boolean | null;
  readonly customer_id: string | null;
  readonly customer_name: string | null;
};

type SpanOf = Span & { readonly rows: number };

/** Sums of all, and of the projects and customers with the most time, at most `rows` of each. */
export const findSpanSums = preparedQuery((db, { slot }: Slots<SpanOf>) =>
  db
    .selectFrom(
      sql<SpanSum>`(
      with spent as materialized (
        select entry.project_id, sum(entry.duration) as seconds,
          count(*) as entries
        from ${entriesOfSpan(db, slot)} group by entry.project_id
      ), of_project as materialized (
        select spent.project_id, spent.seconds, spent.entries, project.billable, project.customer_id
        from spent join tracker_projects as project
          on project.team_id = ${slot("team_id")} and project.id = spent.project_id
      ), listed as (
        select 'all' as kind, cast(null as uuid) as id, count(*) as projects,
          coalesce(sum(seconds), 0) as seconds,
          coalesce(sum(case when billable then seconds end), 0) as billable_seconds,
          coalesce(sum(entries), 0) as entries
        from of_project
        union all select * from (
          select 'project', project_id, 1, seconds, 0, entries from of_project
          order by seconds desc, project_id limit ${slot("rows")}) as first_projects
        union all select * from (
          select 'customer', customer_id, count(*), sum(seconds) as seconds, 0, 0
          from of_project group by customer_id
          order by seconds desc, customer_id limit ${slot("rows")}) as first_customers
      )
      select listed.kind, listed.projects, listed.seconds, listed.billable_seconds, listed.entries,
        project.id as project_id, project.name as project_name, project.billable,
        customer.id as customer_id, customer.name as customer_name
      from listed
      left join tracker_projects as project
        on listed.kind = 'project' and project.team_id = ${slot("team_id")} and project.id = listed.id
      left join customers as customer on customer.team_id = ${slot("team_id")}
        and customer.id = case when listed.kind = 'customer' then listed.id else project.customer_id end
    )`.as("found"),
    )
    .selectAll()
    .orderBy("seconds", "desc")
    .orderBy("project_id")
    .orderBy("customer_id"),
);

export const findPeople = preparedQuery((db, { slot }: Slots<Span>) =>
  db
    .selectFrom(
      sql<{ readonly person_id: string; readonly seconds: number }>`(
        select entry.assigned_id as person_id, sum(entry.duration) as seconds
        from ${entriesOfSpan(db, slot)} group by entry.assigned_id)`.as("spent"),
    )
    .innerJoin("users as person", "person.id", "spent.person_id")
    .select(["person.id", "person.name", "spent.seconds"])
    .orderBy("spent.seconds", "desc")
    .orderBy("person.id"),
);

type PairSum = {
  readonly person_id: string;
  readonly project_id: string;
  readonly project_name: string;
  readonly seconds: number;
  readonly projects: number;
};

export async function findMonthPairs(
  { db, team }: Context,
  span: Span,
  { people, most }: { readonly people: readonly string[]; readonly most: number },
): Promise<readonly PairSum[]> {
  if (people.length === 0) return [];
  const { rows } = await sql<PairSum>`
    select ranked.person_id, ranked.project_id, project.name as project_name, ranked.seconds,
      ranked.projects
    from (
      select spent.*,
        row_number() over (partition by person_id order by seconds desc, project_id) as place,
        count(*) over (partition by person_id) as projects
      from (
        select entry.assigned_id as person_id, entry.project_id,
          sum(entry.duration) as seconds
        from ${entriesOfSpan(db, valueInSpan(span))} and entry.assigned_id in (${sql.join(people)})
        group by entry.assigned_id, entry.project_id) as spent
    ) as ranked
    join tracker_projects as project
      on project.team_id = ${team.id} and project.id = ranked.project_id
    where ranked.place <= ${most}
    order by ranked.seconds desc, ranked.project_id`.execute(db);
  return rows;
}

type DaySum = {
  readonly person_id: string;
  readonly project_id: string;
  readonly date: Day;
  readonly seconds: number;
};

/** Seconds by day of people on projects: of the pairs, and of others of the same people and projects. */
export async function findDays(
  { db }: Context,
  span: Span,
  pairs: readonly PairSum[],
): Promise<readonly DaySum[]> {
  if (pairs.length === 0) return [];
  const people = new Set(pairs.map(({ person_id }) => person_id));
  const projects = new Set(pairs.map(({ project_id }) => project_id));
  const { rows } = await sql<DaySum>`
    select entry.assigned_id as person_id, entry.project_id, entry.date,
      sum(entry.duration) as seconds
    from ${entriesOfSpan(db, valueInSpan(span))}
      and entry.project_id in (${sql.join([...projects])})
      and entry.assigned_id in (${sql.join([...people])})
    group by entry.date, entry.project_id, entry.assigned_id`.execute(db);
  return rows;
}
