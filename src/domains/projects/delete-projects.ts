import { z } from "zod";
import { type Change, Recording } from "../../activity/journal.ts";
import { type ById, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { lockForUpdate } from "../../db/dialect.ts";
import type { SharedSubjectType } from "../../db/schema/activity.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { inChunks, pause, ROWS_A_CHUNK, transaction } from "../../db/transaction.ts";
import { entrySnapshot } from "../timesheet/entry.ts";
import { lockEntriesOf, lockProjects, noSuchProject, projectSnapshot } from "./project.ts";

export const DeletedProject = z.object({ id: uuid, deleted_entries: z.int(), event: uuid });

export async function deleteProject(
  context: Context,
  { id }: ById,
): Promise<z.output<typeof DeletedProject>> {
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

/** Deletes a customer's projects and their entries, in chunks. Needs a transaction. */
export async function deleteProjectsOf(
  context: Context,
  recording: Recording,
  customerId: string,
): Promise<void> {
  const projects = context.db
    .selectFrom("tracker_projects")
    .selectAll()
    .where("team_id", "=", context.team.id)
    .where("customer_id", "=", customerId)
    .limit(ROWS_A_CHUNK);
  await inChunks(
    context,
    () => lockForUpdate(context.db, projects).execute(),
    (projects) => deleteProjects(context, recording, projects),
  );
}

type Project = Schema["tracker_projects"];

async function deleteProjects(
  context: Context,
  recording: Recording,
  projects: readonly Project[],
): Promise<void> {
  if (projects.length === 0) return;
  const ids = projects.map(({ id }) => id);
  await deleteEntriesOf(context, recording, ids);
  await context.db
    .deleteFrom("tracker_projects")
    .where("team_id", "=", context.team.id)
    .where("id", "in", ids)
    .execute();
  await recording.add(
    projects.map((project) => gone("tracker_project", project.id, projectSnapshot(project))),
  );
}

/**
 * Deletes the entries of projects: all at once where they are one chunk. Many are deleted project by
 * project in the order of an index, since PostgreSQL would read past all that is deleted already.
 */
async function deleteEntriesOf(
  context: Context,
  recording: Recording,
  projectIds: readonly string[],
): Promise<void> {
  const some = chunkOfEntries(context).where("project_id", "in", projectIds);
  const record = (entries: readonly Entry[]) =>
    recording.add(entries.map((entry) => gone("tracker_entry", entry.id, entrySnapshot(entry))));
  const first = await deleteThese(context, some);
  await record(first);
  if (first.length < ROWS_A_CHUNK) return;
  for (const projectId of projectIds) {
    await pause(context);
    const ofProject = chunkOfEntries(context)
      .where("project_id", "=", projectId)
      .orderBy("sort_key");
    const take = (after: Entry | null) =>
      deleteThese(context, ofProject.where("sort_key", ">", after?.sort_key ?? ""));
    await inChunks(context, take, record);
  }
}

type Entry = Schema["tracker_entries"];

function chunkOfEntries({ db, team }: Context) {
  return db
    .selectFrom("tracker_entries")
    .select("id")
    .where("team_id", "=", team.id)
    .limit(ROWS_A_CHUNK);
}

/** Deletes the selected entries. Locked, so that one which another call deletes counts for none. */
async function deleteThese(
  { db, team }: Context,
  entries: ReturnType<typeof chunkOfEntries>,
): Promise<readonly Entry[]> {
  const deleted = await db
    .with(
      (named) => named("chunk").materialized(),
      () => lockForUpdate(db, entries),
    )
    .deleteFrom("tracker_entries")
    .where("team_id", "=", team.id)
    .where("id", "in", (rows) => rows.selectFrom("chunk").select("id"))
    .returningAll()
    .execute();
  return deleted.toSorted((one, other) => (one.sort_key < other.sort_key ? -1 : 1));
}

export async function countEntriesOf(context: Context, customerId: string): Promise<number> {
  const { count } = await context.db
    .selectFrom("tracker_projects as project")
    .innerJoin("tracker_entries as entry", (join) =>
      join
        .onRef("entry.team_id", "=", "project.team_id")
        .onRef("entry.project_id", "=", "project.id"),
    )
    .where("project.team_id", "=", context.team.id)
    .where("project.customer_id", "=", customerId)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

function gone(type: SharedSubjectType, id: string, before: object): Change {
  return { type, id, before, after: null };
}
