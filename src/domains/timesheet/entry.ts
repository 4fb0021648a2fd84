import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { notFound, type Refusal } from "../../core/errors.ts";
import { uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { indexedBy } from "../../db/dialect.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import type { Db, Schema } from "../../db/schema/schema.ts";
import { shownIn } from "../../shared/calendar.ts";
import type { Day, Instant } from "../../shared/time.ts";
import { spoken } from "../../shared/words.ts";
import type { Project } from "../projects/project.ts";

const Named = z.object({ id: uuid, name: z.string() });

export const Entry = z.object({
  id: uuid,
  date: z.string(),
  start: z.string().nullable(),
  stop: z.string().nullable(),
  duration: z.int().nullable().describe("seconds"),
  description: z.string().nullable(),
  project: Named,
  assigned: Named,
  timeZone: z.string(),
});

export type Entry = z.output<typeof Entry>;

/** The invoice that has the time, which is locked meanwhile; its number is null for a draft. */
export const HoldingInvoice = z.object({ id: uuid, number: z.string().nullable() });

type Row = Schema["tracker_entries"];

export function entrySnapshot({ team_id: _team, sort_key: _key, ...snapshot }: Row) {
  return snapshot;
}

export type EntryRow = Omit<Row, "team_id" | "sort_key"> & {
  readonly project_name: string;
  readonly assigned_name: string;
};

/**
 * The caller filters by team.
 * @param rows a subquery that has found them; SQLite then plans it alone
 */
export function selectEntries(db: Db, rows: RawBuilder<Row> = sql<Row>`tracker_entries`) {
  return db
    .selectFrom(rows.as("entry"))
    .innerJoin("tracker_projects as project", (join) =>
      join
        .onRef("project.team_id", "=", "entry.team_id")
        .onRef("project.id", "=", "entry.project_id"),
    )
    .innerJoin("users as assigned", "assigned.id", "entry.assigned_id")
    .select(COLUMNS);
}

export type HeldEntryRow = EntryRow & {
  readonly invoice_id: string | null;
  readonly invoice_number: string | null;
};

/** Entries with the invoice that has their time. The caller filters by team. */
export function selectHeldEntries(db: Db, rows?: RawBuilder<Row>) {
  return selectEntries(db, rows)
    .leftJoin("invoice_time as held", (join) =>
      join.onRef("held.team_id", "=", "entry.team_id").onRef("held.entry_id", "=", "entry.id"),
    )
    .leftJoin("invoices as invoice", (join) =>
      join
        .onRef("invoice.team_id", "=", "held.team_id")
        .onRef("invoice.id", "=", "held.invoice_id"),
    )
    .select(["held.invoice_id", "invoice.number as invoice_number"]);
}

export function holdingInvoice(row: HeldEntryRow): z.output<typeof HoldingInvoice> | null {
  const { invoice_id: id, invoice_number: number } = row;
  return id === null ? null : { id, number };
}

const COLUMNS = [
  "entry.id",
  "entry.date",
  "entry.start",
  "entry.stop",
  "entry.duration",
  "entry.description",
  "entry.time_zone",
  "entry.created_at",
  "project.id as project_id",
  "project.name as project_name",
  "assigned.id as assigned_id",
  "assigned.name as assigned_name",
] as const;

/** Days, both counted. */
export type Span = { readonly team_id: string; readonly first: Day; readonly last: Day };

type Value = (name: keyof Span) => RawBuilder<unknown>;

export function valueInSpan(span: Span): Value {
  return (name) => sql`${span[name]}`;
}

/** The condition on the duration is that of the index, without which it would not be taken. */
export function entriesOfSpan(db: Db, value: Value): RawBuilder<unknown> {
  return sql`tracker_entries as entry ${indexedBy(db, "tracker_entries_by_day")}
    where entry.team_id = ${value("team_id")} and entry.date >= ${value("first")}
      and entry.date <= ${value("last")} and entry.duration > 0`;
}

export function entryOf(row: EntryRow): Entry {
  return {
    id: row.id,
    date: row.date,
    start: row.start,
    stop: row.stop,
    duration: row.duration,
    description: row.description,
    project: { id: row.project_id, name: row.project_name },
    assigned: { id: row.assigned_id, name: row.assigned_name },
    timeZone: row.time_zone,
  };
}

/** Lists read it in descending order: the day, then the start or else the creation, then the id. */
export function sortKeyOf({ date, at, id }: { date: Day; at: Instant; id: string }): string {
  return `${date} ${at} ${id}`;
}

export async function findEntry(context: Context, id: string): Promise<EntryRow | undefined> {
  const [entry] = await entryById(context.db, { team_id: context.team.id, id });
  return entry;
}

const entryById = preparedQuery((db, { slot }: Slots<{ team_id: string; id: string }>) =>
  selectEntries(db).where("entry.team_id", "=", slot("team_id")).where("entry.id", "=", slot("id")),
);

export function noEntry(id: string): Refusal {
  return notFound({
    what: "Time entry",
    id,
    path: "entry_id",
    next: "see tracker_list_entries; tracker_stop_timer without entry_id stops today's running timer",
  });
}

/** An entry with its times in its person's time zone. */
export function shownEntry(row: EntryRow) {
  const shown = (instant: string | null) =>
    instant === null ? null : shownIn(row.time_zone, instant);
  return {
    id: row.id,
    start: shown(row.start),
    stop: shown(row.stop),
    duration: row.duration,
    description: shortened(row.description),
    project: { id: row.project_id, name: row.project_name },
  };
}

export function shownAmongOthers(row: EntryRow) {
  const person = { id: row.assigned_id, name: row.assigned_name };
  return { ...shownEntry(row), date: row.date, person };
}

export function shownProject(project: Project) {
  const { description, total_duration } = project;
  return { ...project, description: shortened(description), total: spoken(total_duration) };
}

export function total(seconds: number) {
  return { total_duration: seconds, total: spoken(seconds) };
}

const LONGEST_DESCRIPTION = 200;

function shortened(text: string | null): string | null {
  if (text === null || text.length <= LONGEST_DESCRIPTION) return text;
  // Drops half a surrogate pair at the cut.
  return `${text.slice(0, LONGEST_DESCRIPTION).replace(/[\ud800-\udbff]$/, "")}…`;
}
