import { z } from "zod";
import { uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { addDays, dayLength, mondayOf } from "../../shared/calendar.ts";
import { type Day, dayIn } from "../../shared/time.ts";
import { runningTimers } from "../timers/running.ts";
import { dayArgument } from "./day-words.ts";
import { findSums, type Sum } from "./time-sheet.ts";
import { TrackedProject } from "./tracked-time.ts";
import { personMeant } from "./whose.ts";

export const ReadWeek = z.strictObject({
  /** Any day of the week. */
  day: dayArgument,
  person: uuid.optional(),
});

export type ReadWeek = z.output<typeof ReadWeek>;

const Cell = z.object({
  day: z.string(),
  /** Without running timers. */
  seconds: z.int(),
  entries: z.int(),
  /** Start of a timer that runs, which locks the cell. */
  runningSince: z.string().nullable(),
});

export const Week = z.object({
  /** Monday. */
  from: z.string(),
  /** In the person's time zone. */
  today: z.string(),
  person: z.object({ id: uuid, name: z.string(), timeZone: z.string() }),
  days: z.array(z.object({ day: z.string(), length: z.int() })),
  /** By the name of the project. */
  rows: z.array(z.object({ project: TrackedProject, cells: z.array(Cell) })),
  now: z.string(),
});

export type Week = z.output<typeof Week>;

/** A person's week as a grid: a row for each project with time, a cell for each day with time. */
export async function readWeek(context: Context, input: ReadWeek): Promise<Week> {
  const { db, team, now } = context;
  const { id, name, timeZone } = await personMeant(context, input.person);
  const from = mondayOf(input.day);
  const sums = await findSums(db, { ...spanOf(from), team_id: team.id, assigned_id: id });
  const timers = await runningTimers(context, id);
  const since = (sum: Sum) =>
    timers.find(({ date, project_id }) => date === sum.date && project_id === sum.project_id);
  const groups = Map.groupBy(sums, ({ project_id }) => project_id);
  const rows = [...groups.values()].flatMap((cells) => {
    const [first] = cells;
    if (first === undefined) return [];
    const { project_id, project_name, customer_name: customer } = first;
    const project = { id: project_id, name: project_name, customer };
    return [{ project, cells: cells.toSorted(byDay).map((sum) => cellOf(sum, since(sum)?.start)) }];
  });
  return {
    from,
    today: dayIn(timeZone, now),
    person: { id, name, timeZone },
    days: weekOf(from).map((day) => ({ day, length: dayLength(timeZone, day) })),
    rows: rows.toSorted((one, other) => byName(one.project, other.project)),
    now,
  };
}

function weekOf(monday: Day): readonly Day[] {
  return Array.from({ length: 7 }, (_, index) => addDays(monday, index));
}

/** Sort keys of a week's entries: they begin with the day and a space, which sorts before "~". */
export function spanOf(monday: Day) {
  return { first: monday, last: `${addDays(monday, 6)}~` };
}

function cellOf({ date: day, seconds, entries }: Sum, since: string | undefined) {
  return { day, seconds, entries, runningSince: since ?? null };
}

function byDay(one: Sum, other: Sum): number {
  return one.date < other.date ? -1 : 1;
}

type Named = { readonly id: string; readonly name: string };

function byName(one: Named, other: Named): number {
  return one.name.localeCompare(other.name, "en") || (one.id < other.id ? -1 : 1);
}
