import { sql } from "kysely";
import { noticesOf } from "../../core/notices.ts";
import type { Context } from "../../db/context.ts";
import { hotQuery, type Slots } from "../../db/hot-query.ts";
import { addDays } from "../../shared/calendar.ts";
import type { Day } from "../../shared/time.ts";
import { counted } from "../../shared/words.ts";
import { runningTimers } from "../timers/running.ts";
import { todayOf } from "./day-words.ts";
import { total } from "./shown.ts";
import type { Sum } from "./time-sheet.ts";
import { byDay, customerTotals, projectTotals, secondsOf } from "./time-totals.ts";

/** Bounds that keep the answer below about 20,000 tokens, whatever the team's size. */
const MOST_PEOPLE = 50;
const MOST_PAIRS = 100;
const MOST_DAYS = 1000;

type PersonSum = Sum & { readonly person_id: string; readonly person_name: string };

/** Everybody's time of a month, without running timers, by person, project and day, with what it leaves out. */
export async function getTeamMonth(context: Context, month: string): Promise<object> {
  const from = `${month}-01`;
  const to = addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1);
  const sums = await findTeamSums(context.db, { team_id: context.team.id, first: from, last: to });
  const { people, notices } = peopleOf(sums);
  const { projects, more } = projectTotals(sums);
  const running = await runningTimers(context, undefined, MOST_PEOPLE);
  return {
    month: { from, to, today: todayOf(context) },
    ...total(secondsOf(sums)),
    billable: total(secondsOf(sums.filter(({ billable }) => billable))),
    entry_count: sums.reduce((count, { entries }) => count + entries, 0),
    people,
    projects: projects.map(({ by_day: _day, ...project }) => project),
    customers: customerTotals(sums),
    running: running.map(({ id, assigned_name, project_name, date }) => ({
      id,
      person: assigned_name,
      project: project_name,
      date,
    })),
    ...noticesOf([leftEntries(from, to), ...notices, ...more]),
  };
}

function leftEntries(from: Day, to: Day): string {
  return `Single entries and their descriptions are left out; tracker_list_entries with from ${from}, to ${to} and assigned_id all has them.`;
}

type Span = { readonly team_id: string; readonly first: Day; readonly last: Day };

/** Sums of a team's days by person and project, the most first. */
export const findTeamSums = hotQuery((db, { slot }: Slots<Span>) =>
  db
    .with(
      (named) => named("spent").materialized(),
      (db) =>
        db
          .selectFrom("tracker_entries as entry")
          .where("entry.team_id", "=", slot("team_id"))
          .where("entry.date", ">=", slot("first"))
          .where("entry.date", "<=", slot("last"))
          .where("entry.duration", ">", 0)
          .select(["entry.assigned_id", "entry.project_id", "entry.date"])
          .select(({ fn }) => fn.countAll<number>().as("entries"))
          .select(sql<number>`coalesce(sum(entry.duration), 0)`.as("seconds"))
          .groupBy(["entry.assigned_id", "entry.project_id", "entry.date"]),
    )
    .selectFrom("spent")
    .innerJoin("tracker_projects as project", (join) =>
      join.on("project.team_id", "=", slot("team_id")).onRef("project.id", "=", "spent.project_id"),
    )
    .innerJoin("users as person", "person.id", "spent.assigned_id")
    .leftJoin("customers as customer", (join) =>
      join
        .onRef("customer.team_id", "=", "project.team_id")
        .onRef("customer.id", "=", "project.customer_id"),
    )
    .select(["spent.date", "spent.entries", "spent.seconds"])
    .select(["person.id as person_id", "person.name as person_name"])
    .select(["project.id as project_id", "project.name as project_name", "project.billable"])
    .select(["customer.id as customer_id", "customer.name as customer_name"])
    .orderBy("spent.seconds", "desc")
    .orderBy("spent.date")
    .orderBy("project.id")
    .orderBy("person.id"),
);

/** People with their projects, the most time first, and sentences for what is left out. */
function peopleOf(sums: readonly PersonSum[]) {
  const groups = byTime(Map.groupBy(sums, ({ person_id }) => person_id).values());
  const budget = { pairs: MOST_PAIRS, days: MOST_DAYS };
  const people = groups.slice(0, MOST_PEOPLE).map((own) => personOf(own, budget));
  const more = groups.slice(MOST_PEOPLE);
  const left = more.length === 0 ? [] : [leftPeople(more.length, secondsOf(more.flat()))];
  const days = people.some(({ is_cut }) => is_cut) ? [CUT] : [];
  return {
    people: people.map(({ is_cut: _cut, ...person }) => person),
    notices: [...left, ...days],
  };
}

const CUT =
  "Some projects have no by_day, or stand in other_projects, to keep this short; ledgerport://projects/{project} has one project, and tracker_list_entries with project_id its entries.";

function leftPeople(count: number, seconds: number): string {
  return `${counted(count, "person", "people")} with less time come to ${total(seconds).total}.`;
}

/** Counts down. */
type Budget = { pairs: number; days: number };

/** Takes what it lists from the budget, so that who has most time has most detail. */
function personOf(sums: readonly PersonSum[], budget: Budget) {
  const groups = byTime(Map.groupBy(sums, ({ project_id }) => project_id).values());
  const shown = groups.slice(0, Math.min(budget.pairs, MOST_OF_ONE));
  budget.pairs -= shown.length;
  const rest = groups.slice(shown.length).flat();
  const projects = shown.map((own) => projectOf(own, budget));
  const { id, name } = { id: sums[0]?.person_id, name: sums[0]?.person_name };
  const others =
    rest.length === 0
      ? {}
      : { other_projects: { count: groups.length - shown.length, ...total(secondsOf(rest)) } };
  return {
    id,
    name,
    ...total(secondsOf(sums)),
    projects,
    ...others,
    is_cut: rest.length > 0 || projects.some((project) => !("by_day" in project)),
  };
}

const MOST_OF_ONE = 20;

function projectOf(sums: readonly PersonSum[], budget: Budget) {
  const named = { id: sums[0]?.project_id, name: sums[0]?.project_name };
  const time = { ...named, ...total(secondsOf(sums)) };
  if (sums.length > budget.days) return time;
  budget.days -= sums.length;
  return { ...time, by_day: byDay(sums) };
}

function byTime(groups: Iterable<readonly PersonSum[]>): readonly (readonly PersonSum[])[] {
  return [...groups].toSorted((one, other) => secondsOf(other) - secondsOf(one));
}
