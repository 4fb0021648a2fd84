import type { Change } from "../../activity/journal.ts";
import type { Context } from "../../db/context.ts";
import { lockForUpdate } from "../../db/dialect.ts";
import type { SharedSubjectType } from "../../db/schema/activity.ts";
import { entryImage } from "../timesheet/entry.ts";
import { projectImage } from "./project.ts";

/** Deletes a customer's projects and their entries, and returns them. Needs a transaction. */
export async function deleteProjectsOf(
  context: Context,
  customerId: string,
): Promise<readonly Change[]> {
  const ofCustomer = context.db
    .selectFrom("tracker_projects")
    .where("team_id", "=", context.team.id)
    .where("customer_id", "=", customerId);
  const projects = await lockForUpdate(context.db, ofCustomer.selectAll()).execute();
  const entries = await context.db
    .deleteFrom("tracker_entries")
    .where("team_id", "=", context.team.id)
    .where("project_id", "in", ofCustomer.select("id"))
    .returningAll()
    .execute();
  await context.db
    .deleteFrom("tracker_projects")
    .where("team_id", "=", context.team.id)
    .where("customer_id", "=", customerId)
    .execute();
  return [
    ...entries.map((entry) => gone("tracker_entry", entry.id, entryImage(entry))),
    ...projects.map((project) => gone("tracker_project", project.id, projectImage(project))),
  ];
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
