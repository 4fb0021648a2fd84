import { z } from "zod";
import { lockMember } from "../../accounts/members.ts";
import { type Change, difference, record } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { text, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { hotQuery, one, type Slots } from "../../db/hot-query.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { transaction } from "../../db/transaction.ts";
import { runningTimers } from "../timers/running.ts";
import { described, type Written } from "./add-entry.ts";
import { changedTimes } from "./changed-times.ts";
import { calendarDay } from "./day-words.ts";
import { entryImage, findEntry, sortKeyOf } from "./entry.ts";
import { endTime, isRepeated, seconds, startTime } from "./times.ts";
import { lockEntry, noTime, requireProject, timeById } from "./tracked-time.ts";
import { requireReach } from "./whose.ts";

export const ChangeEntry = z.strictObject({
  id: uuid,
  /** Version of the entry as the caller has seen it. */
  seen: z.string(),
  project: uuid.optional(),
  description: text(2000).nullish(),
  /** Moves the entry, which keeps its length. */
  day: calendarDay.optional(),
  /** Alone it keeps the end, with `day` the length. */
  start: startTime.nullish(),
  /** For a running timer: stops it then. */
  end: endTime.nullish(),
  seconds: seconds.nullish(),
  isRepeated,
});

export type ChangeEntry = z.output<typeof ChangeEntry>;

/** Changes an entry, running or not. */
export async function changeEntry(context: Context, input: ChangeEntry): Promise<Written> {
  return transaction(context, async (context) => {
    const { id } = input;
    await holdPersonOf(context, id);
    if (input.project !== undefined) await requireProject(context, input.project);
    const before = await lockEntry(context, id, input.seen);
    const after = {
      ...before,
      ...changedTimes(context, before, input),
      project_id: input.project ?? before.project_id,
      description:
        input.description === undefined ? before.description : described(input.description),
    };
    if (after.start !== null && after.stop === null) await refuseOther(context, after);
    const change = await writeEntry(context, before, after);
    const event = change === null ? null : await record(context, [change]);
    return { entry: await timeById(context, id), event };
  });
}

/** Locks the entry's person before the entry itself, which is the order of locks. */
export async function holdPersonOf(context: Context, id: string): Promise<void> {
  const entry = await findEntry(context, id);
  if (entry === undefined) throw noTime(id);
  requireReach(context, entry.assigned_id);
  await lockMember(context, entry.assigned_id);
}

type Row = Schema["tracker_entries"];

/** Writes the changed columns of a locked entry; null when nothing differs. */
export async function writeEntry(
  context: Context,
  before: Row,
  after: Row,
): Promise<Change | null> {
  const { id } = before;
  const images = difference(entryImage(before), entryImage(after));
  if (Object.keys(images.after).length === 0) return null;
  const { date, start, created_at } = after;
  const { project_id, stop, duration, description } = after;
  const sort_key = sortKeyOf({ date, at: start ?? created_at, id });
  const row = { project_id, date, start, stop, duration, description, sort_key };
  one(await updateEntry(context.db, { team_id: context.team.id, id, ...row }));
  return { type: "tracker_entry", id, ...images };
}

type Columns = Pick<
  Row,
  | "team_id"
  | "id"
  | "project_id"
  | "date"
  | "start"
  | "stop"
  | "duration"
  | "description"
  | "sort_key"
>;

const updateEntry = hotQuery((db, { row: { team_id, id, ...columns } }: Slots<Columns>) =>
  db
    .updateTable("tracker_entries")
    .set(columns)
    .where("team_id", "=", team_id)
    .where("id", "=", id)
    .returning("id"),
);

/** A person has one running timer a day. */
export async function refuseOther(
  context: Context,
  { id, assigned_id, date }: Pick<Row, "id" | "assigned_id" | "date">,
): Promise<void> {
  const timers = await runningTimers(context, assigned_id);
  if (!timers.some((timer) => timer.id !== id && timer.date === date)) return;
  throw new Refusal({
    code: "timer_running",
    path: "day",
    message: `another timer runs on ${date}`,
    next: "stop that one first",
  });
}
