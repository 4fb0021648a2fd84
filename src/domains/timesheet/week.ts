import { z } from "zod";
import { type Change, record } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import { transaction } from "../../db/transaction.ts";
import { addDays, dayLength, daysBetween, mondayOf } from "../../shared/calendar.ts";
import { type Day, dayIn } from "../../shared/time.ts";
import { runningTimers } from "../timers/running.ts";
import { insertTime, lockPerson } from "./add-entry.ts";
import { dayArgument } from "./day-words.ts";
import { findTimes } from "./list-time.ts";
import { findSums, type Sum } from "./time-sheet.ts";
import {
  personMeant,
  requireReach,
  requireProjectForTime,
  type TimeRow,
  TrackedProject,
} from "./tracked-time.ts";

export const ReadWeek = z.strictObject({
  /** Any of the week. */
  day: dayArgument,
  person: uuid.optional(),
});

const Cell = z.object({
  day: z.string(),
  /** Without running timers. */
  seconds: z.int(),
  entries: z.int(),
  /** Start of a timer that runs, which locks the cell. */
  runningSince: z.string().nullable(),
  /** The invoice that has time of the cell, which locks it; its number is null for a draft. */
  invoice: z.object({ id: uuid, number: z.string().nullable() }).nullable(),
});

type Cell = z.output<typeof Cell>;

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

export async function readWeek(context: Context, input: z.output<typeof ReadWeek>): Promise<Week> {
  const { db, team, now } = context;
  const { id, name, timeZone } = await personMeant(context, input.person);
  const from = mondayOf(input.day);
  const sums = await findSums(db, { ...spanOf(from), team_id: team.id, assigned_id: id });
  const timers = await runningTimers(context, id);
  const holders = await findHolders(db, { ...spanOf(from), team_id: team.id, assigned_id: id });
  const since = (sum: Sum) =>
    timers.find(({ date, project_id }) => date === sum.date && project_id === sum.project_id);
  const invoiceOf = (sum: Sum) =>
    holders.find(({ date, project_id }) => date === sum.date && project_id === sum.project_id);
  const groups = Map.groupBy(sums, ({ project_id }) => project_id);
  const rows = [...groups.values()].flatMap((cells) => {
    const [first] = cells;
    if (first === undefined) return [];
    const { project_id, project_name, customer_name: customer } = first;
    const project = { id: project_id, name: project_name, customer };
    const locksOf = (sum: Sum) => ({ since: since(sum)?.start, invoice: invoiceOf(sum) });
    return [{ project, cells: cells.toSorted(byDay).map((sum) => cellOf(sum, locksOf(sum))) }];
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

type Span = {
  readonly team_id: string;
  readonly assigned_id: string;
  readonly first: Day;
  readonly last: string;
};

/** Invoices that have time of a person, by day and project. */
const findHolders = preparedQuery((db, { slot }: Slots<Span>) =>
  db
    .selectFrom("tracker_entries as entry")
    .innerJoin("invoice_time as held", (join) =>
      join.onRef("held.team_id", "=", "entry.team_id").onRef("held.entry_id", "=", "entry.id"),
    )
    .innerJoin("invoices as invoice", (join) =>
      join
        .onRef("invoice.team_id", "=", "held.team_id")
        .onRef("invoice.id", "=", "held.invoice_id"),
    )
    .where("entry.team_id", "=", slot("team_id"))
    .where("entry.assigned_id", "=", slot("assigned_id"))
    .where("entry.sort_key", ">=", slot("first"))
    .where("entry.sort_key", "<", slot("last"))
    .select(["entry.date", "entry.project_id", "invoice.id", "invoice.number"])
    .orderBy("entry.sort_key"),
);

export function weekOf(monday: Day): readonly Day[] {
  return Array.from({ length: 7 }, (_, index) => addDays(monday, index));
}

/** Sort keys of a week's entries: they begin with the day and a space, which sorts before "~". */
function spanOf(monday: Day) {
  return { first: monday, last: `${addDays(monday, 6)}~` };
}

type Locks = {
  readonly since: string | undefined;
  readonly invoice: { readonly id: string; readonly number: string | null } | undefined;
};

function cellOf({ date: day, seconds, entries }: Sum, { since, invoice }: Locks): Cell {
  const holder = invoice === undefined ? null : { id: invoice.id, number: invoice.number };
  return { day, seconds, entries, runningSince: since ?? null, invoice: holder };
}

function byDay(one: Sum, other: Sum): number {
  return one.date < other.date ? -1 : 1;
}

type Named = { readonly id: string; readonly name: string };

function byName(one: Named, other: Named): number {
  return one.name.localeCompare(other.name, "en") || (one.id < other.id ? -1 : 1);
}

export const CopyWeek = z.strictObject({
  /** Any day of the week that is copied. */
  from: dayArgument,
  /** Any day of the week that gets the time. */
  to: dayArgument,
  person: uuid.optional(),
});

export type CopyWeek = z.output<typeof CopyWeek>;

const counts = {
  projects: z.int(),
  entries: z.int(),
  seconds: z.int(),
  /** Cells that have time already and stay as they are. */
  kept: z.int(),
};

export const WeekCopy = z.object({
  ...counts,
  /** Projects of the copied week, also of cells that are kept. */
  rows: z.array(z.object({ id: uuid, name: z.string(), customer: z.string().nullable() })),
});

export const WeekCopied = z.object({ ...counts, event: uuid.nullable() });

export type WeekCopy = z.output<typeof WeekCopy>;
const MOST_ENTRIES = 500;

export async function previewCopy(context: Context, input: CopyWeek): Promise<WeekCopy> {
  const person = await personMeant(context, input.person);
  requireReach(context, person.id);
  const plan = await planOf(context, person, input);
  return { ...countsOf(plan), rows: plan.rows };
}

/**
 * Copies the time of a week as lengths without a start, in one event. Running timers are left out, and
 * cells that have entries already stay as they are.
 */
export async function copyWeek(
  context: Context,
  input: CopyWeek,
): Promise<z.output<typeof WeekCopied>> {
  return transaction(context, async (context) => {
    const person = await lockPerson(context, input.person);
    const plan = await planOf(context, person, input);
    const projects = new Set(plan.added.map(({ project_id }) => project_id));
    for (const id of [...projects].toSorted()) await requireProjectForTime(context, id);
    const changes: Change[] = [];
    for (const time of plan.added) {
      const { date, duration, project_id, description } = time;
      const length = { date, start: null, stop: null, duration, project_id, description };
      const owned = { assigned_id: person.id, time_zone: person.timeZone };
      changes.push((await insertTime(context, { ...length, ...owned })).change);
    }
    const event = changes.length === 0 ? null : await record(context, changes);
    return { ...countsOf(plan), event };
  });
}

type Person = { readonly id: string; readonly timeZone: string };

type Plan = {
  readonly added: readonly Added[];
  readonly kept: number;
  readonly rows: WeekCopy["rows"];
};

type Added = Pick<TimeRow, "date" | "project_id" | "description"> & { readonly duration: number };

async function planOf(context: Context, person: Person, { from, to }: CopyWeek): Promise<Plan> {
  const [source, target] = [mondayOf(from), mondayOf(to)];
  if (source === target) throw sameWeek(source);
  const [copied, present] = [
    await entriesOf(context, person.id, source),
    await entriesOf(context, person.id, target),
  ];
  const taken = new Set(present.map(cellKeyOf));
  const shifted = copied
    .filter(({ duration }) => (duration ?? 0) > 0)
    .map((row) => ({ ...row, date: addDays(row.date, daysBetween(source, target)) }));
  const free = shifted.filter((row) => !taken.has(cellKeyOf(row)));
  const busy = shifted.filter((row) => taken.has(cellKeyOf(row)));
  const rows = copied.map(({ project_id: id, project_name: name, customer_name: customer }) => ({
    id,
    name,
    customer,
  }));
  return {
    added: [...Map.groupBy(free, lineOf).values()].flatMap((same) => addedOf(person, same)),
    kept: new Set(busy.map(cellKeyOf)).size,
    rows: [...new Map(rows.map((row) => [row.id, row])).values()],
  };
}

async function entriesOf(
  { db, team }: Context,
  assigned_id: string,
  monday: Day,
): Promise<readonly TimeRow[]> {
  const span = { ...spanOf(monday), team_id: team.id, assigned_id };
  const rows = await findTimes(db, { ...span, rows: MOST_ENTRIES + 1 });
  if (rows.length > MOST_ENTRIES) throw tooMany(monday);
  return rows.toReversed();
}

/** Makes one entry of all with the same day, project and description. */
function addedOf({ timeZone }: Person, same: readonly TimeRow[]): readonly Added[] {
  const [first] = same;
  if (first === undefined) return [];
  const { date, project_id, description } = first;
  const seconds = same.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
  const duration = Math.min(seconds, dayLength(timeZone, date));
  return [{ date, project_id, description, duration }];
}

function countsOf({ added, kept }: Plan) {
  return {
    projects: new Set(added.map(({ project_id }) => project_id)).size,
    entries: added.length,
    seconds: added.reduce((sum, { duration }) => sum + duration, 0),
    kept,
  };
}

function cellKeyOf({ date, project_id }: Pick<TimeRow, "date" | "project_id">): string {
  return `${date} ${project_id}`;
}

function lineOf(row: TimeRow): string {
  return `${cellKeyOf(row)} ${row.description ?? ""}`;
}

function sameWeek(monday: Day): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "from",
    message: `the week of ${monday} cannot be copied into itself`,
    next: "choose another week",
  });
}

function tooMany(monday: Day): Refusal {
  return new Refusal({
    code: "too_many",
    message: `The week of ${monday} has more than ${MOST_ENTRIES} entries`,
    next: "copy its days by hand",
  });
}
