import { z } from "zod";
import { Recording } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { inChunks, ROWS_A_CHUNK, transaction } from "../../db/transaction.ts";
import { refuseHeldOn } from "../invoices/held-time.ts";
import { lockEntriesOf, lockProjects, noSuchProject, projectSnapshot } from "./project.ts";

export const MergeProjects = z.strictObject({
  id: uuid.describe("the project that goes"),
  into: uuid.describe("the project that gets its time"),
});

export type MergeProjects = z.output<typeof MergeProjects>;

export const MergedProjects = z.object({ into: uuid, moved_entries: z.int(), event: uuid });

/** Moves all time of a project to another, and deletes the first, as one event. */
export async function mergeProjects(
  context: Context,
  { id, into }: MergeProjects,
): Promise<z.output<typeof MergedProjects>> {
  if (id === into) throw withItself();
  return transaction(context, async (context) => {
    const projects = await lockProjects(context, [id, into]);
    const project = projects.get(id);
    if (project === undefined) throw noSuchProject(id);
    if (!projects.has(into)) throw noSuchProject(into, "into");
    const entries = await lockEntriesOf(context, id);
    await refuseHeldOn(context, id);
    const recording = new Recording(context, { toCome: async () => entries - ROWS_A_CHUNK });
    await moveEntries(context, recording, { id, into });
    await context.db
      .deleteFrom("tracker_projects")
      .where("team_id", "=", context.team.id)
      .where("id", "=", id)
      .execute();
    const before = projectSnapshot(project);
    await recording.add([{ type: "tracker_project", id, before, after: null }]);
    const event = await recording.end();
    return { into, moved_entries: recording.countOf("tracker_entry"), event };
  });
}

type Moved = { readonly id: string; readonly sort_key: string };

async function moveEntries(
  context: Context,
  recording: Recording,
  { id, into }: MergeProjects,
): Promise<void> {
  const snapshots = { before: { project_id: id }, after: { project_id: into } };
  await inChunks<Moved>(
    context,
    (last) => moveSome(context, { id, into }, last?.sort_key ?? ""),
    (moved) =>
      recording.add(moved.map((entry) => ({ type: "tracker_entry", id: entry.id, ...snapshots }))),
  );
}

/** In the order of an index: PostgreSQL would read past all that has moved already. */
async function moveSome(
  { db, team }: Context,
  { id, into }: MergeProjects,
  after: string,
): Promise<readonly Moved[]> {
  const moved = await db
    .with(
      (named) => named("chunk").materialized(),
      (db) =>
        db
          .selectFrom("tracker_entries")
          .select("id")
          .where("team_id", "=", team.id)
          .where("project_id", "=", id)
          .where("sort_key", ">", after)
          .orderBy("sort_key")
          .limit(ROWS_A_CHUNK),
    )
    .updateTable("tracker_entries")
    .set({ project_id: into })
    .where("team_id", "=", team.id)
    .where("id", "in", (rows) => rows.selectFrom("chunk").select("id"))
    .returning(["id", "sort_key"])
    .execute();
  return moved.toSorted((one, other) => (one.sort_key < other.sort_key ? -1 : 1));
}

function withItself(): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "into",
    message: "a project cannot be merged with itself",
    next: "choose another project; nothing was done",
  });
}
