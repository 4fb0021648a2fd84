import { z } from "zod";
import { lockMember, type Member } from "../../accounts/members.ts";
import { record } from "../../activity/journal.ts";
import { text, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { preparedQuery, one, type Slots } from "../../db/prepared-query.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { transaction } from "../../db/transaction.ts";
import { dayArgument } from "./day-words.ts";
import { entrySnapshot, sortKeyOf } from "./entry.ts";
import { endTime, isRepeated, seconds, startTime, timesOf } from "./times.ts";
import {
  noPerson,
  personMeant,
  requireReach,
  requireProjectForTime,
  timeById,
  type TrackedTime,
} from "./tracked-time.ts";

export const AddEntry = z.strictObject({
  project: uuid,
  description: text(2000).nullish(),
  day: dayArgument,
  /** On the person's clock. An end that is not after it is on the next day. */
  start: startTime.nullish(),
  end: endTime.nullish(),
  seconds: seconds.nullish(),
  isRepeated,
  person: uuid.optional(),
});

export type Written = { readonly entry: TrackedTime; readonly event: string | null };

export async function addEntry(
  context: Context,
  input: z.output<typeof AddEntry>,
): Promise<Written> {
  return transaction(context, async (context) => {
    const person = await lockPerson(context, input.person);
    await requireProjectForTime(context, input.project);
    const times = timesOf(person.timeZone, input);
    const { id, change } = await insertTime(context, {
      ...times,
      project_id: input.project,
      description: trimDescription(input.description),
      assigned_id: person.id,
      time_zone: person.timeZone,
    });
    const event = await record(context, [change]);
    return { entry: await timeById(context, id), event };
  });
}

/** Locks the person whose time is written, as starting a timer does. */
export async function lockPerson(context: Context, id: string | undefined): Promise<Member> {
  const person = await personMeant(context, id);
  requireReach(context, person.id);
  const locked = await lockMember(context, person.id);
  if (locked === undefined) throw noPerson(person.id);
  return locked;
}

export function trimDescription(description: string | null | undefined): string | null {
  const trimmed = description?.trim() ?? "";
  return trimmed === "" ? null : trimmed;
}

type NewTime = Omit<Row, "team_id" | "id" | "sort_key" | "created_at">;

type Row = Schema["tracker_entries"];

/** Needs a transaction. */
export async function insertTime(context: Context, time: NewTime) {
  const id = context.newId();
  const { date, start } = time;
  const row = {
    ...time,
    team_id: context.team.id,
    id,
    sort_key: sortKeyOf({ date, at: start ?? context.now, id }),
    created_at: context.now,
  };
  const after = entrySnapshot(one(await insertEntry(context.db, row)));
  return { id, change: { type: "tracker_entry", id, before: null, after } as const };
}

const insertEntry = preparedQuery((db, { row }: Slots<Row>) =>
  db.insertInto("tracker_entries").values(row).returningAll(),
);
