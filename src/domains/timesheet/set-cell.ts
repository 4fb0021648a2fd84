import { z } from "zod";
import { type Change, record } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { lockForUpdate } from "../../db/dialect.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { transaction } from "../../db/transaction.ts";
import { addMilliseconds, type Day } from "../../shared/time.ts";
import { spoken } from "../../shared/words.ts";
import { refuseHeld } from "../invoices/held-time.ts";
import { insertTime, lockPerson } from "./add-entry.ts";
import { writeEntry } from "./change-entry.ts";
import { dayArgument } from "./day-words.ts";
import { entrySnapshot } from "./entry.ts";
import { untimed } from "./times.ts";
import { timeChangedMeanwhile, requireProjectForTime } from "./tracked-time.ts";

const LONGEST_DAY = 26 * 60 * 60;

export const SetCell = z.strictObject({
  project: uuid,
  day: dayArgument,
  seconds: z.int().min(0).max(LONGEST_DAY),
  /** Seconds that the cell shows. */
  seen: z.int().min(0),
  person: uuid.optional(),
});

export const CellWritten = z.object({
  seconds: z.int(),
  entries: z.int(),
  /** The entry that got the difference; null when it went, or nothing differed. */
  changed: uuid.nullable(),
  event: uuid.nullable(),
});

/**
 * Sets the time of a project on a day of a person. The difference goes to the newest of the entries; one
 * is made if there is none, and a single one is deleted when no time is left.
 */
export async function setCell(
  context: Context,
  input: z.output<typeof SetCell>,
): Promise<z.output<typeof CellWritten>> {
  return transaction(context, async (context) => {
    const { project: project_id, day } = input;
    const person = await lockPerson(context, input.person);
    await requireProjectForTime(context, project_id);
    const cell = { team_id: context.team.id, assigned_id: person.id, project_id };
    const entries = await lockCell(context.db, { ...cell, first: day, last: `${day}~` });
    if (entries.some(isRunning)) throw timerRuns(day);
    const seen = entries.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
    if (seen !== input.seen) throw timeChangedMeanwhile(nowHas(seen));
    if (input.seconds !== seen)
      await refuseHeld(
        context,
        entries.map(({ id }) => id),
      );
    // Refuses more than the day has.
    if (input.seconds > 0) untimed(person.timeZone, day, input.seconds);
    const change = await applyDifference(context, entries, input.seconds - seen, () =>
      insertTime(context, {
        ...untimed(person.timeZone, day, input.seconds),
        project_id,
        description: null,
        assigned_id: person.id,
        time_zone: person.timeZone,
      }),
    );
    const event = change === null ? null : await record(context, [change]);
    const came =
      change === null ? 0 : Number(change.before === null) - Number(change.after === null);
    const changed = change === null || change.after === null ? null : change.id;
    return { seconds: input.seconds, entries: entries.length + came, changed, event };
  });
}

async function applyDifference(
  context: Context,
  entries: readonly Row[],
  difference: number,
  insert: () => Promise<{ readonly change: Change }>,
): Promise<Change | null> {
  const newest = entries.at(-1);
  if (difference === 0) return null;
  if (newest === undefined) return (await insert()).change;
  const duration = (newest.duration ?? 0) + difference;
  if (duration > 0)
    return writeEntry(context, newest, { ...newest, duration, ...ended(newest, duration) });
  if (entries.length > 1) throw several(entries.length);
  return removeEntry(context, newest);
}

function ended({ start }: Row, duration: number) {
  return start === null ? {} : { stop: addMilliseconds(start, duration * 1000) };
}

async function removeEntry(context: Context, entry: Row): Promise<Change> {
  const { id } = entry;
  await context.db
    .deleteFrom("tracker_entries")
    .where("team_id", "=", context.team.id)
    .where("id", "=", id)
    .execute();
  return { type: "tracker_entry", id, before: entrySnapshot(entry), after: null };
}

type Row = Schema["tracker_entries"];

type Place = {
  readonly team_id: string;
  readonly assigned_id: string;
  readonly project_id: string;
  /** The sort key begins with the day and a space, which sorts before "~". */
  readonly first: Day;
  readonly last: string;
};

/** Answers the newest last. */
export const lockCell = preparedQuery((db, { slot }: Slots<Place>) =>
  lockForUpdate(
    db,
    db
      .selectFrom("tracker_entries")
      .selectAll()
      .where("team_id", "=", slot("team_id"))
      .where("project_id", "=", slot("project_id"))
      .where("assigned_id", "=", slot("assigned_id"))
      .where("sort_key", ">=", slot("first"))
      .where("sort_key", "<", slot("last"))
      .orderBy("sort_key"),
  ),
);

function isRunning({ start, stop }: Row): boolean {
  return start !== null && stop === null;
}

function nowHas(seconds: number): string {
  const now = seconds === 0 ? "it is empty now" : `it is ${spoken(seconds)} now`;
  return `The cell was changed since it was shown; ${now}`;
}

function timerRuns(day: Day): Refusal {
  return new Refusal({
    code: "timer_running",
    path: "seconds",
    message: `a timer runs on this project on ${day}`,
    next: "stop it first, then change the time",
  });
}

function several(count: number): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "seconds",
    message: `the time is of ${count} entries, and the newest has less than what should go`,
    next: "open the list of entries and change them there",
  });
}
