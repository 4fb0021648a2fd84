import { z } from "zod";
import { lockMember } from "../../accounts/members.ts";
import { notUndoable } from "../../activity/not-undoable.ts";
import type { RecordedChange, Snapshot } from "../../activity/recorded-change.ts";
import type { SharedSubject, Clash, PutBack } from "../../activity/subject.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { dayIn } from "../../shared/time.ts";
import { holderName, holdersOf, wayOut } from "../invoices/held-time.ts";
import { type entrySnapshot, sortKeyOf } from "./entry.ts";
import { lengthOf } from "./times.ts";

declare module "../../core/event.ts" {
  interface Kinds {
    tracker_entry: typeof entrySubject;
  }
}

const Timed = z.object({
  id: z.string(),
  assigned_id: z.string(),
  date: z.string(),
  start: z.string().nullable(),
  stop: z.string().nullable(),
  created_at: z.string(),
});

const Whole = Timed.extend({ duration: z.int().nullable(), time_zone: z.string() });

type Column = Exclude<keyof ReturnType<typeof entrySnapshot>, "id">;

export const entrySubject: SharedSubject<Column> = {
  isPrivate: false,
  noun: {
    label: "Time entry",
    one: "a time entry",
    named: "a time entry on *",
    many: "time entries",
  },
  fields: {
    date: { label: "Day", kind: "day" },
    start: { label: "Start", kind: "moment" },
    stop: { label: "Stop", kind: "moment" },
    duration: { label: "Duration", kind: "duration" },
    description: { label: "Description", kind: "long text" },
    project_id: { label: "Project", kind: "id", of: "tracker_project" },
    assigned_id: { label: "Person", kind: "id", of: "user" },
    time_zone: { label: "Time zone", kind: "text" },
    created_at: null,
  },
  page: null,
  names: async ({ db, team }, ids) =>
    db
      .selectFrom("tracker_entries as entry")
      .innerJoin("tracker_projects as project", (join) =>
        join
          .onRef("project.team_id", "=", "entry.team_id")
          .onRef("project.id", "=", "entry.project_id"),
      )
      .select(["entry.id", "project.name"])
      .where("entry.team_id", "=", team.id)
      .where("entry.id", "in", ids)
      .execute(),
  namedIn: "project_id",
  undo: {
    table: "tracker_entries",
    key: ["id"],
    derived: (snapshot) => {
      const { id, date, start, created_at } = Timed.parse(snapshot);
      return { sort_key: sortKeyOf({ date, at: start ?? created_at, id }) };
    },
    personIn: "assigned_id",
    referredBy: [],
    hold: holdPeople,
    clash: otherTimer,
    after: refuseMisfits,
  },
};

/** Locks the people of the entries, as starting and stopping a timer does. */
async function holdPeople(context: Context, past: readonly RecordedChange[]): Promise<void> {
  const people = new Set(await assignedTo(context, past));
  for (const { before, after } of past) {
    const person = before?.["assigned_id"] ?? after?.["assigned_id"];
    if (typeof person === "string") people.add(person);
  }
  for (const id of [...people].toSorted()) await lockMember(context, id);
}

/** People of the entries that were only changed: their snapshots do not have the person. */
async function assignedTo(
  { db, team }: Context,
  past: readonly RecordedChange[],
): Promise<readonly string[]> {
  const changed = past.filter(({ before, after }) => before !== null && after !== null);
  if (changed.length === 0) return [];
  const entries = await db
    .selectFrom("tracker_entries")
    .select("assigned_id")
    .distinct()
    .where("team_id", "=", team.id)
    .where(
      "id",
      "in",
      changed.map(({ id }) => id),
    )
    .execute();
  return entries.map(({ assigned_id }) => assigned_id);
}

async function refuseMisfits(context: Context, rows: readonly PutBack[]): Promise<void> {
  await refuseBilled(context, rows);
  refuseTorn(rows);
}

/** Time that is on an invoice stays as it is. A deleted entry may come back: its invoice has it still. */
async function refuseBilled(context: Context, rows: readonly PutBack[]): Promise<void> {
  const ids = rows.flatMap(({ id, before }) => (before === null ? [] : [id]));
  const [holder] = await holdersOf(context, ids, 1);
  if (holder === undefined) return;
  throw notUndoable({
    because: `The time of ${holder.date} is on ${holderName(holder)} since`,
    next: wayOut(holder),
  });
}

/** Another running timer of the same person and day: only one may run. */
async function otherTimer({ db, team }: Context, row: Snapshot): Promise<Clash | null> {
  const { id, assigned_id, date, start, stop } = Timed.parse(row);
  if (start === null || stop !== null) return null;
  const other = await db
    .selectFrom("tracker_entries as entry")
    .innerJoin("users as assigned", "assigned.id", "entry.assigned_id")
    .select("assigned.name")
    .where("entry.team_id", "=", team.id)
    .where("entry.assigned_id", "=", assigned_id)
    .where("entry.date", "=", date)
    .where("entry.start", "is not", null)
    .where("entry.stop", "is", null)
    .where("entry.id", "!=", id)
    .executeTakeFirst();
  if (other === undefined) return null;
  return {
    message: `another timer of ${quoted(other.name)} runs on ${date}`,
    next: "stop that one first",
  };
}

/**
 * Day, start, stop and length of an entry change by several calls: a timer is moved, and stopped later. Undoing the
 * first of them alone would leave a length that does not fit.
 */
function refuseTorn(rows: readonly PutBack[]): void {
  for (const { before, after } of rows)
    if (before !== null && after !== null && isWhole(before) && !isWhole(after))
      throw notUndoable({
        because: "The time has changed since, and its length would not fit its start and stop",
        next: "undo first what came later, or change it by hand",
      });
}

function isWhole(row: Snapshot): boolean {
  const { date, start, stop, duration, time_zone } = Whole.parse(row);
  if (start === null) return stop === null && duration !== null;
  const isOfDay = date === dayIn(time_zone, start);
  return isOfDay && duration === (stop === null ? null : lengthOf(start, stop));
}
