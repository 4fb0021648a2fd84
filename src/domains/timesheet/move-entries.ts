import type { z } from "zod";
import { record } from "../../activity/journal.ts";
import { uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { transaction } from "../../db/transaction.ts";
import { holdPeopleOf, lockEntries, NamedEntries } from "./named-entries.ts";
import { requireProject } from "./tracked-time.ts";

export const MoveEntries = NamedEntries.extend({ project: uuid });

export type MoveEntries = z.output<typeof MoveEntries>;

type Moved = {
  readonly moved: number;
  /** Entries that are there no more. */
  readonly gone: number;
  /** Name of the project. */
  readonly to: string;
  readonly event: string | null;
};

/** Moves entries to a project, running or not, in one event. Those that are on it already stay. */
export async function moveEntries(context: Context, { ids, project }: MoveEntries): Promise<Moved> {
  return transaction(context, async (context) => {
    const { db, team } = context;
    await holdPeopleOf(context, ids);
    const { name: to } = await requireProject(context, project);
    const entries = await lockEntries(context, ids);
    const moved = entries.filter(({ project_id }) => project_id !== project);
    const gone = new Set(ids).size - entries.length;
    if (moved.length === 0) return { moved: 0, gone, to, event: null };
    await db
      .updateTable("tracker_entries")
      .set({ project_id: project })
      .where("team_id", "=", team.id)
      .where(
        "id",
        "in",
        moved.map(({ id }) => id),
      )
      .execute();
    const event = await record(
      context,
      moved.map(({ id, project_id }) => ({
        type: "tracker_entry",
        id,
        before: { project_id },
        after: { project_id: project },
      })),
    );
    return { moved: moved.length, gone, to, event };
  });
}
