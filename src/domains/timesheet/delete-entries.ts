import type { z } from "zod";
import { record } from "../../activity/journal.ts";
import type { Context } from "../../db/context.ts";
import { transaction } from "../../db/transaction.ts";
import { entryImage } from "./entry.ts";
import { holdPeopleOf, lockEntries, NamedEntries } from "./named-entries.ts";

export const DeleteEntries = NamedEntries;

export type DeleteEntries = z.output<typeof DeleteEntries>;

type Deleted = { readonly deleted: number; readonly event: string | null };

/** Deletes entries, running or not, in one event. Those that are gone already count for nothing. */
export async function deleteEntries(context: Context, { ids }: DeleteEntries): Promise<Deleted> {
  return transaction(context, async (context) => {
    const { db, team } = context;
    await holdPeopleOf(context, ids);
    const entries = await lockEntries(context, ids);
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
