import { z } from "zod";
import { record } from "../../activity/journal.ts";
import { type ById, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { transaction } from "../../db/transaction.ts";
import { entryImage } from "./entry.ts";

export const DeletedEntry = z.object({ id: uuid, deleted: z.boolean() });

export type DeletedEntry = z.output<typeof DeletedEntry>;

/** Removes a time entry, running or not; nothing else is touched. */
export async function deleteEntry(context: Context, { id }: ById): Promise<DeletedEntry> {
  return transaction(context, async (context) => {
    const entry = await context.db
      .deleteFrom("tracker_entries")
      .where("team_id", "=", context.team.id)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirst();
    if (entry === undefined) return { id, deleted: false };
    await record(context, [{ type: "tracker_entry", id, before: entryImage(entry), after: null }]);
    return { id, deleted: true };
  });
}
