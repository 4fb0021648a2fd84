import { z } from "zod";
import { lockMember } from "../../accounts/members.ts";
import { record } from "../../activity/journal.ts";
import { uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { lockForUpdate } from "../../db/dialect.ts";
import { transaction } from "../../db/transaction.ts";
import { entryImage } from "./entry.ts";
import { requireReach } from "./whose.ts";

const MOST = 500;

export const DeleteEntries = z.strictObject({ ids: z.array(uuid).min(1).max(MOST) });

export type DeleteEntries = z.output<typeof DeleteEntries>;

type Deleted = { readonly deleted: number; readonly event: string | null };

/** Deletes entries, running or not, in one event. Those that are gone already count for nothing. */
export async function deleteEntries(context: Context, { ids }: DeleteEntries): Promise<Deleted> {
  return transaction(context, async (context) => {
    const { db, team } = context;
    const named = db
      .selectFrom("tracker_entries")
      .selectAll()
      .where("team_id", "=", team.id)
      .where("id", "in", ids)
      .orderBy("id");
    await holdPeople(context, await named.execute());
    const entries = await lockForUpdate(db, named).execute();
    for (const { assigned_id } of entries) requireReach(context, assigned_id);
    if (entries.length === 0) return { deleted: 0, event: null };
    await db
      .deleteFrom("tracker_entries")
      .where("team_id", "=", team.id)
      .where(
        "id",
        "in",
        entries.map(({ id }) => id),
      )
      .execute();
    const event = await record(
      context,
      entries.map((entry) => ({
        type: "tracker_entry",
        id: entry.id,
        before: entryImage(entry),
        after: null,
      })),
    );
    return { deleted: entries.length, event };
  });
}

/** Locks the people of entries before the entries, as other changes of time do. */
async function holdPeople(
  context: Context,
  entries: readonly { readonly assigned_id: string }[],
): Promise<void> {
  const people = new Set(entries.map(({ assigned_id }) => assigned_id));
  for (const id of people) requireReach(context, id);
  for (const id of [...people].toSorted()) await lockMember(context, id);
}
