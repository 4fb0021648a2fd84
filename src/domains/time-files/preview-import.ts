import { z } from "zod";
import { fileColumns } from "../../core/csv/columns.ts";
import { fold } from "../../core/fold.ts";
import type { Context } from "../../db/context.ts";
import { FIELDS, PROGRAMS } from "./columns.ts";
import { type TimeImportOptions, MOST_UNKNOWN } from "./import-options.ts";
import { type Plan, type Planned, planTimeImport } from "./plan-import.ts";
import { readTimeFile } from "./time-file.ts";

const Examples = z.object({
  count: z.int(),
  first: z.array(z.object({ line: z.int(), text: z.string() })),
});

export const TimeImportPreview = z.object({
  program: z.enum(PROGRAMS),
  rows: z.int(),
  /** Null where the order of day and month in the file is not clear: then it must be chosen. */
  dates: z.enum(["day first", "month first"]).nullable(),
  /** False where every day of the file is the same in both orders, such as 2026-11-21. */
  hasDateOrder: z.boolean(),
  columns: fileColumns(FIELDS),
  /** Columns without which nothing is imported, in words. */
  missing: z.array(z.string()),
  ignored: z.array(z.string()),
  entries: z.int(),
  seconds: z.int(),
  /** Null when nothing is imported. */
  days: z.object({ first: z.string(), last: z.string() }).nullable(),
  people: z.array(z.object({ name: z.string(), entries: z.int() })),
  projects: z.array(
    z.object({
      name: z.string(),
      customer: z.string(),
      isNew: z.boolean(),
      entries: z.int(),
      seconds: z.int(),
    }),
  ),
  moreProjects: z.int(),
  newCustomers: z.array(z.string()),
  duplicates: Examples,
  overlaps: Examples,
  /** Each person once among the first. */
  strangers: Examples.extend({ people: z.int() }),
  /** People of the file whom no member matches, by their first line, with their rows that can be read. */
  unknown: z.array(z.object({ person: z.string(), line: z.int(), rows: z.int() })),
  moreUnknown: z.int(),
  problems: Examples,
});

export type TimeImportPreview = z.output<typeof TimeImportPreview>;

const MOST_EXAMPLES = 20;
const MOST_PROJECTS = 100;
const MOST_CUSTOMERS = 100;

export async function previewTimeImport(
  context: Context,
  bytes: Uint8Array,
  options: TimeImportOptions,
): Promise<TimeImportPreview> {
  const file = await readTimeFile(bytes, options.columns);
  const plan = await planTimeImport(context, file, options);
  const projects = projectsIn(plan);
  const unknown = unknownIn(plan);
  return {
    program: file.program,
    rows: file.rows.length,
    dates: options.dates ?? file.order,
    hasDateOrder: file.hasOrder,
    columns: file.columns,
    missing: [...file.missing],
    ignored: [...file.ignored],
    entries: plan.entries.length,
    seconds: secondsOf(plan.entries),
    days: daysOf(plan),
    people: peopleIn(plan),
    projects: projects.slice(0, MOST_PROJECTS),
    moreProjects: Math.max(0, projects.length - MOST_PROJECTS),
    newCustomers: newCustomersIn(plan),
    duplicates: examplesOf(plan.duplicates.map(described)),
    overlaps: examplesOf(plan.overlaps.map(described)),
    strangers: strangersIn(plan),
    unknown: unknown.slice(0, MOST_UNKNOWN),
    moreUnknown: Math.max(0, unknown.length - MOST_UNKNOWN),
    problems: examplesOf(
      plan.problems.map(({ row, reason }) => ({ line: row.line, text: reason })),
    ),
  };
}

type Example = { readonly line: number; readonly text: string };

function examplesOf(all: readonly Example[]) {
  return { count: all.length, first: all.slice(0, MOST_EXAMPLES) };
}

function described({ row, owner, times }: Planned): Example {
  const words = row.description === null ? "" : `: ${row.description.slice(0, 80)}`;
  return { line: row.line, text: `${owner.name}, ${times.date}, ${row.project}${words}` };
}

function strangersIn({ strangers }: Plan) {
  const byPerson = Map.groupBy(strangers, ({ row }) => row.owner);
  const first = [...byPerson].map(([person, rows]) => ({
    line: rows[0]?.row.line ?? 0,
    text: `${person} ${rows[0]?.reason ?? ""} (${rows.length === 1 ? "1 row" : `${rows.length} rows`})`,
  }));
  return { count: strangers.length, people: byPerson.size, first: first.slice(0, MOST_EXAMPLES) };
}

function unknownIn({ unknown }: Plan) {
  return [...Map.groupBy(unknown, ({ owner }) => owner)].map(([person, rows]) => ({
    person,
    line: rows[0]?.line ?? 0,
    rows: rows.length,
  }));
}

function secondsOf(entries: readonly Planned[]): number {
  return entries.reduce((sum, { times }) => sum + times.duration, 0);
}

function daysOf({ entries }: Plan) {
  const days = entries.map(({ times }) => times.date).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  return first === undefined || last === undefined ? null : { first, last };
}

function peopleIn({ entries }: Plan) {
  return [...Map.groupBy(entries, ({ owner }) => owner.id).values()].map((own) => ({
    name: own[0]?.owner.name ?? "",
    entries: own.length,
  }));
}

/** New ones first, then by time. */
function projectsIn({ entries }: Plan) {
  const groups = [...Map.groupBy(entries, ({ place }) => place.key).values()];
  return groups
    .flatMap((own) => {
      const [one] = own;
      if (one === undefined) return [];
      const { name, customer, id } = one.place;
      const numbers = { entries: own.length, seconds: secondsOf(own) };
      return [{ name, customer, isNew: id === null, ...numbers }];
    })
    .toSorted(
      (one, other) => Number(other.isNew) - Number(one.isNew) || other.seconds - one.seconds,
    );
}

/** By the names in the file, also those for which an address was given. */
function newCustomersIn({ entries }: Plan): string[] {
  const names = new Map<string, string>();
  for (const { place } of entries) {
    const isNew = place.id === null && place.customerId === null && place.customer !== "";
    if (isNew && !names.has(fold(place.customer))) names.set(fold(place.customer), place.customer);
  }
  return [...names.values()].slice(0, MOST_CUSTOMERS);
}
