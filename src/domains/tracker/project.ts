import { z } from "zod";
import { type Change, record } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { label, uuid } from "../../core/fields.ts";
import type { Context, Signed } from "../../db/context.ts";
import { keepRows, lockRows } from "../../db/dialect.ts";
import { transaction } from "../../db/transaction.ts";
import { imageOf } from "./entry.ts";

export const CreateProject = z.strictObject({ name: label(200), customer_id: uuid.nullish() });

export async function createProject(
  context: Signed,
  { name, customer_id }: z.output<typeof CreateProject>,
): Promise<{ projectId: string }> {
  return transaction(context, async (context) => {
    if (customer_id !== null && customer_id !== undefined)
      await requireCustomer(context, customer_id);
    const project = {
      id: context.newId(),
      name,
      customer_id: customer_id ?? null,
      status: "in_progress",
      created_at: context.now,
    } as const;
    await context.db
      .insertInto("tracker_projects")
      .values({ ...project, team_id: context.team.id, billable: false })
      .execute();
    await record(context, [
      { type: "tracker_project", id: project.id, before: null, after: project },
    ]);
    return { projectId: project.id };
  });
}

/** The project's name; it cannot be deleted while the transaction is open. */
export async function keepProject(
  context: Context,
  id: string,
): Promise<{ id: string; name: string }> {
  const projects = context.db
    .selectFrom("tracker_projects")
    .where("team_id", "=", context.team.id)
    .where("id", "=", id);
  const [project] = await keepRows(context.db, projects.select(["id", "name"])).execute();
  if (project !== undefined) return project;
  throw new Refusal({
    code: "not_found",
    path: "project_id",
    message: `Project ${id} does not exist in this team`,
    next: "see tracker_list_projects",
  });
}

/** Removes a customer's projects with all their entries, and says what went. It needs a transaction. */
export async function deleteProjectsOf(
  context: Context,
  customerId: string,
): Promise<readonly Change[]> {
  const projects = context.db
    .selectFrom("tracker_projects")
    .selectAll()
    .where("team_id", "=", context.team.id)
    .where("customer_id", "=", customerId);
  const gone = await lockRows(context.db, projects).execute();
  const ids = gone.map(({ id }) => id);
  if (ids.length === 0) return [];
  const entries = await context.db
    .deleteFrom("tracker_entries")
    .where("team_id", "=", context.team.id)
    .where("project_id", "in", ids)
    .returningAll()
    .execute();
  await context.db
    .deleteFrom("tracker_projects")
    .where("team_id", "=", context.team.id)
    .where("id", "in", ids)
    .execute();
  return [
    ...entries.map(
      (entry) =>
        ({ type: "tracker_entry", id: entry.id, before: imageOf(entry), after: null }) as const,
    ),
    ...gone.map(
      ({ team_id: _team, ...project }) =>
        ({ type: "tracker_project", id: project.id, before: project, after: null }) as const,
    ),
  ];
}

async function requireCustomer(context: Signed, id: string): Promise<void> {
  const customers = context.db
    .selectFrom("customers")
    .where("team_id", "=", context.team.id)
    .where("id", "=", id);
  const [customer] = await keepRows(context.db, customers.select("id")).execute();
  if (customer !== undefined) return;
  throw new Refusal({
    code: "not_found",
    path: "customer",
    message: `Customer ${id} does not exist in this team`,
    next: "see customers_list",
  });
}
