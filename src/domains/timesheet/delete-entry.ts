import { z } from "zod";
import { record } from "../../activity/journal.ts";
import { type ById, uuid } from "../../core/fields.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { transaction } from "../../db/transaction.ts";
import { spoken } from "../../shared/words.ts";
import { entryImage, findEntry } from "./entry.ts";

export const DeletedEntry = z.object({ id: uuid, deleted: z.boolean() });

export type DeletedEntry = z.output<typeof DeletedEntry>;

/** Question that confirms the deletion; null if there is no such entry. */
export async function lossOfEntry(context: Context, { id }: ById): Promise<string | null> {
  const entry = await findEntry(context, id);
  if (entry === undefined) return null;
  const { date, duration, project_name: project, assigned_name: person } = entry;
  const length = duration === null ? "a timer that is running" : spoken(duration);
  return `Delete the time entry of ${date} for good: ${length} of ${quoted(person)} on ${quoted(project)}?`;
}

/** Deletes a time entry, running or not; nothing else changes. */
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
