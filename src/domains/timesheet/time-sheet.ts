import { sql } from "kysely";
import type { Context } from "../../db/context.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import type { Day } from "../../shared/time.ts";
import { spoken } from "../../shared/words.ts";
import { customerOf } from "../projects/project.ts";
import { type EntryRow, total } from "./entry.ts";
import { findEntries } from "./list-entries.ts";

export type TimeSheet = {
  readonly sums: readonly Sum[];
  /** The newest ones, earliest first. */
  readonly entries: readonly EntryRow[];
  readonly count: number;
};

export type Sum = {
  readonly date: Day;
  readonly project_id: string;
  readonly project_name: string;
  readonly customer_id: string | null;
  readonly customer_name: string | null;
  readonly billable: boolean;
  readonly entries: number;
  readonly seconds: number;
};

/** As many as a person or a model reads in one go. */
const MOST_ENTRIES = 100;

export async function timeSheet(
  { db, team, actor }: Context,
  first: Day,
  last: Day,
): Promise<TimeSheet> {
  const span = { team_id: team.id, assigned_id: actor.id, first, last: `${last}~` };
  const [sums, entries] = [
    await findSums(db, span),
    await findEntries(db, { ...span, rows: MOST_ENTRIES }),
  ];
  const count = sums.reduce((sum, { entries }) => sum + entries, 0);
  return { sums, entries: entries.toReversed(), count };
}

type Span = {
  readonly team_id: string;
  readonly assigned_id: string;
  /** The sort key begins with the day and a space, which sorts before "~". */
  readonly first: Day;
  readonly last: string;
};

export const findSums = preparedQuery((db, { slot }: Slots<Span>) =>
  db
    .selectFrom("tracker_entries as entry")
    .innerJoin("tracker_projects as project", (join) =>
      join
        .onRef("project.team_id", "=", "entry.team_id")
        .onRef("project.id", "=", "entry.project_id"),
    )
    .leftJoin("customers as customer", (join) =>
      join
        .onRef("customer.team_id", "=", "project.team_id")
        .onRef("customer.id", "=", "project.customer_id"),
    )
    .where("entry.team_id", "=", slot("team_id"))
    .where("entry.assigned_id", "=", slot("assigned_id"))
    .where("entry.sort_key", ">=", slot("first"))
    .where("entry.sort_key", "<", slot("last"))
    .select([
      "entry.date",
      "project.id as project_id",
      "project.name as project_name",
      "customer.id as customer_id",
      "customer.name as customer_name",
      "project.billable",
      ({ fn }) => fn.countAll<number>().as("entries"),
      sql<number>`coalesce(sum(entry.duration), 0)`.as("seconds"),
    ])
    .groupBy([
      "entry.date",
      "project.id",
      "project.name",
      "project.billable",
      "customer.id",
      "customer.name",
    ])
    .orderBy("seconds", "desc")
    .orderBy("project.id")
    .orderBy("entry.date"),
);

export function leftOut({ entries, count }: TimeSheet, from: Day, to: Day): readonly string[] {
  if (count <= entries.length) return [];
  return [
    `The newest ${entries.length} of ${count} entries are listed, while the totals count all of them; tracker_list_entries with from ${from} and to ${to} has the others.`,
  ];
}

export function secondsOf(sums: readonly Pick<Sum, "seconds">[]): number {
  return sums.reduce((sum, { seconds }) => sum + seconds, 0);
}

const MOST_PROJECTS = 50;

/** Time by project and day, most first; `more` counts the projects left out. */
export function projectTotals(sums: readonly Sum[]) {
  const groups = grouped(sums, ({ project_id }) => project_id);
  const projects = groups.slice(0, MOST_PROJECTS).map(([one, ...others]) => ({
    id: one.project_id,
    name: one.project_name,
    customer: customerOf(one),
    billable: one.billable,
    ...total(secondsOf([one, ...others])),
    by_day: byDay([one, ...others]),
  }));
  const rest = groups.slice(MOST_PROJECTS).flat();
  const more = groups.length - projects.length;
  const sentence = `${more} more projects come to ${total(secondsOf(rest)).total}.`;
  return { projects, more: more === 0 ? [] : [sentence] };
}

/** Time by customer, most first; null is time without a customer. */
export function customerTotals(sums: readonly Sum[]) {
  return grouped(sums, ({ customer_id }) => customer_id)
    .slice(0, MOST_PROJECTS)
    .map(([one, ...others]) => ({
      customer: customerOf(one),
      ...total(secondsOf([one, ...others])),
    }));
}

type Group = readonly [Sum, ...Sum[]];

function grouped(sums: readonly Sum[], keyOf: (sum: Sum) => string | null): readonly Group[] {
  const groups = new Map<string | null, [Sum, ...Sum[]]>();
  for (const sum of sums) {
    const group = groups.get(keyOf(sum));
    if (group === undefined) groups.set(keyOf(sum), [sum]);
    else group.push(sum);
  }
  return [...groups.values()].toSorted((one, other) => secondsOf(other) - secondsOf(one));
}

/** Durations in words by day, in order; a running timer counts nothing yet. */
export function byDay(
  sums: readonly Pick<Sum, "date" | "seconds">[],
): Readonly<Record<Day, string>> {
  const days = sums
    .filter(({ seconds }) => seconds > 0)
    .map(({ date, seconds }): [Day, string] => [date, spoken(seconds)]);
  return Object.fromEntries(days.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
