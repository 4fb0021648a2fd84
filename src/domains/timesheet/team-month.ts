import { noticesOf } from "../../core/notices.ts";
import type { Context } from "../../db/context.ts";
import { addDays } from "../../shared/calendar.ts";
import type { Day } from "../../shared/time.ts";
import { counted } from "../../shared/words.ts";
import { runningTimers } from "../timers/running.ts";
import { todayOf } from "./day-words.ts";
import {
  findDays,
  findPairs,
  findPeople,
  findSpanSums,
  type PairSum,
  type Span,
  type SpanSum,
} from "./month-sums.ts";
import { total } from "./shown.ts";
import { byDay } from "./time-totals.ts";

/** Bounds that keep the answer below about 20,000 tokens, whatever the team's size. */
const MOST_PEOPLE = 50;
const MOST_PROJECTS = 50;
const MOST_PAIRS = 100;
const MOST_OF_ONE = 20;
const MOST_DAYS = 1000;

/** Everybody's time of a month, without running timers, by person, project and day, with what it leaves out. */
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
    month: { from, to, today: todayOf(context) },
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

function customerOf({ customer_id: id, customer_name: name }: SpanSum) {
  return id === null || name === null ? null : { id, name };
}

type PersonTime = { readonly id: string; readonly name: string; readonly seconds: number };

/** People with their projects, the most time first, and sentences for what is left out. */
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

/** The projects of those with the most time come first: they may be all that are listed. */
async function pairsOf(
  context: Context,
  span: Span,
  people: readonly PersonTime[],
): Promise<readonly PairSum[]> {
  const ids = people.map(({ id }) => id);
  const some = MOST_PAIRS / MOST_OF_ONE;
  const find = async (people: readonly string[]) =>
    inOrder(people, await findPairs(context, span, { people, most: MOST_OF_ONE }));
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

function secondsOf(sums: readonly { readonly seconds: number }[]): number {
  return sums.reduce((sum, { seconds }) => sum + seconds, 0);
}
