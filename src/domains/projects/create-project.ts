import { z } from "zod";
import { type Change, record } from "../../activity/journal.ts";
import { notFound } from "../../core/errors.ts";
import { writtenColumns } from "../../core/record-fields.ts";
import type { AuditContext } from "../../db/context.ts";
import { orNull } from "../../db/prepared-query.ts";
import { transaction } from "../../db/transaction.ts";
import { PROJECT_FIELDS } from "../../shared/records/project.ts";
import { keepCustomer } from "../customers/customer.ts";
import { projectInput, projectNameColumns, projectSnapshot, requirePrice } from "./project.ts";

export const CreateProject = z.strictObject(projectInput);

export type CreateProject = z.output<typeof CreateProject>;

type CreatedProject = { readonly projectId: string; readonly event: string };

export async function createProject(
  context: AuditContext,
  input: CreateProject,
): Promise<CreatedProject> {
  const customer = input.customer_id ?? null;
  return transaction(context, async (context) => {
    if (customer !== null) await requireCustomerFor(context, customer);
    const { id, change } = await insertProject(context, input);
    const event = await record(context, [change]);
    return { projectId: id, event };
  });
}

type Inserted = { readonly id: string; readonly change: Change };

/** Inserts a project, whose customer is kept already, for an event that the caller writes. */
export async function insertProject(
  context: AuditContext,
  input: CreateProject,
): Promise<Inserted> {
  const given = orNull(writtenColumns(PROJECT_FIELDS, input));
  requirePrice(given);
  const project = await context.db
    .insertInto("tracker_projects")
    .values({
      team_id: context.team.id,
      id: context.newId(),
      ...given,
      ...projectNameColumns(input.name),
      billable: input.billable ?? false,
      status: "in_progress",
      created_at: context.now,
      updated_at: context.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const { id } = project;
  const after = projectSnapshot(project);
  return { id, change: { type: "tracker_project", id, before: null, after } };
}

/**
 * Keeps the customer of a project until the transaction ends.
 * @throws Refusal when the team has none with that id
 */
export async function requireCustomerFor(context: AuditContext, id: string): Promise<void> {
  if (await keepCustomer(context, id)) return;
  const next = "give the id of one of its customers, or none";
  throw notFound({ what: "Customer", id, path: "customer_id", next });
}
