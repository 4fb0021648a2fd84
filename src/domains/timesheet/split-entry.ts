import { z } from "zod";
import { type Change, record } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { transaction } from "../../db/transaction.ts";
import { addDays, startOfDay } from "../../shared/calendar.ts";
import type { Day, Instant } from "../../shared/time.ts";
import { insertTime } from "./add-entry.ts";
import { holdPersonOf, refuseOther, writeEntry } from "./change-entry.ts";
import { lengthOf } from "./times.ts";
import { lockEntry, timeById, type TrackedTime } from "./tracked-time.ts";

export const SplitEntry = z.strictObject({
  id: uuid,
  /** Version of the entry as the caller has seen it. */
  seen: z.string(),
});

export type SplitEntry = z.output<typeof SplitEntry>;

const MOST_PARTS = 31;

type Split = { readonly entries: readonly TrackedTime[]; readonly event: string | null };

/**
 * Splits an entry at each midnight of its time zone: one entry a day. The last part of a timer runs on. An
 * entry of one day stays as it is.
 */
export async function splitEntry(context: Context, { id, seen }: SplitEntry): Promise<Split> {
  return transaction(context, async (context) => {
    await holdPersonOf(context, id);
    const entry = await lockEntry(context, id, seen);
    const [first, ...others] = partsOf(entry, context.now);
    if (first === undefined || others.length === 0)
      return { entries: [await timeById(context, id)], event: null };
    const last = others.at(-1);
    if (last?.stop === null) await refuseOther(context, { ...entry, date: last.date });
    const changes: Change[] = [];
    const changed = await writeEntry(context, entry, { ...entry, ...first });
    if (changed !== null) changes.push(changed);
    for (const part of others) {
      const { project_id, description, assigned_id, time_zone } = entry;
      const whole = { ...part, project_id, description, assigned_id, time_zone };
      changes.push((await insertTime(context, whole)).change);
    }
    const event = await record(context, changes);
    const entries = await Promise.all(changes.map(async ({ id }) => timeById(context, id)));
    return { entries, event };
  });
}

type Part = {
  readonly date: Day;
  readonly start: Instant;
  readonly stop: Instant | null;
  readonly duration: number | null;
};

/** Parts between the midnights; none for an entry without a start. */
function partsOf({ id, start, stop, time_zone, ...entry }: Row, now: Instant): readonly Part[] {
  const parts: Part[] = [];
  let [date, from] = [entry.date, start];
  while (from !== null) {
    const midnight = startOfDay(time_zone, addDays(date, 1));
    if (midnight >= (stop ?? now)) {
      const duration = stop === null ? null : lengthOf(from, stop);
      return [...parts, { date, start: from, stop, duration }];
    }
    parts.push({ date, start: from, stop: midnight, duration: lengthOf(from, midnight) });
    if (parts.length === MOST_PARTS) throw tooLong(id);
    [date, from] = [addDays(date, 1), midnight];
  }
  return parts;
}

type Row = Schema["tracker_entries"];

function tooLong(id: string): Refusal {
  return new Refusal({
    code: "too_many",
    message: `Time entry ${id} lasts longer than ${MOST_PARTS} days`,
    next: "give it an earlier end first",
  });
}
