import type { Day } from "../../shared/time.ts";
import { spoken } from "../../shared/words.ts";
import { total } from "./entry.ts";
import type { Sum } from "./time-sheet.ts";

export function secondsOf(sums: readonly Sum[]): number {
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

function customerOf({ customer_id: id, customer_name: name }: Sum) {
  return id === null || name === null ? null : { id, name };
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
