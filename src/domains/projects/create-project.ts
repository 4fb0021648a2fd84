import { z } from "zod";
import { record } from "../../activity/journal.ts";
import { notFound } from "../../core/errors.ts";
import { label, uuid } from "../../core/fields.ts";
import type { AuditContext } from "../../db/context.ts";
import { transaction } from "../../db/transaction.ts";
import { keepCustomer } from "../customers/customer.ts";
import { projectImage, projectNameColumns } from "./project.ts";

export const CreateProject = z.strictObject({ name: label(200), customer_id: uuid.nullish() });

export type CreateProject = z.output<typeof CreateProject>;

export type CreatedProject = { readonly projectId: string };

export async function createProject(
  context: AuditContext,
  { name, customer_id = null }: CreateProject,
): Promise<CreatedProject> {
  return transaction(context, async (context) => {
    if (customer_id !== null && !(await keepCustomer(context, customer_id)))
      throw noCustomer(customer_id);
    const project = await context.db
      .insertInto("tracker_projects")
      .values({
        team_id: context.team.id,
        id: context.newId(),
        ...projectNameColumns(name),
        status: "in_progress",
        customer_id,
        billable: false,
        created_at: context.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const { id } = project;
    const after = projectImage(project);
    await record(context, [{ type: "tracker_project", id, before: null, after }]);
    return { projectId: id };
  });
}

/** Only the command line creates projects, so the next step names no tool. */
function noCustomer(id: string) {
  const next = "give the id of one of its customers, or none";
  return notFound({ what: "Customer", id, path: "customer_id", next });
}
