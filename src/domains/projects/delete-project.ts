import { z } from "zod";
import { Recording } from "../../activity/journal.ts";
import { type ById, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { ROWS_A_CHUNK, transaction } from "../../db/transaction.ts";
import { deleteProjects } from "./delete-projects.ts";
import { lockEntriesOf } from "./entries-of-project.ts";
import { lockProjects, noSuchProject } from "./project.ts";

export const DeletedProject = z.object({ id: uuid, deleted_entries: z.int(), event: uuid });

export type DeletedProject = z.output<typeof DeletedProject>;

/** Deletes a project and its time. One event, which can be undone. */
export async function deleteProject(context: Context, { id }: ById): Promise<DeletedProject> {
  return transaction(context, async (context) => {
    const project = (await lockProjects(context, [id])).get(id);
    if (project === undefined) throw noSuchProject(id);
    const entries = await lockEntriesOf(context, id);
    const recording = new Recording(context, { toCome: async () => entries - ROWS_A_CHUNK });
    await deleteProjects(context, recording, [project]);
    const event = await recording.end();
    return { id, deleted_entries: recording.countOf("tracker_entry"), event };
  });
}
