import { z } from "zod";
import { difference, record } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { instant, uuid, givenOf } from "../../core/fields.ts";
import { writtenColumns } from "../../core/record-fields.ts";
import type { Context } from "../../db/context.ts";
import { transaction } from "../../db/transaction.ts";
import { PROJECT_FIELDS } from "../../shared/records/project.ts";
import { timeOfChange } from "../../shared/time.ts";
import { requireCustomerFor } from "./create-project.ts";
import {
  lockProjects,
  noSuchProject,
  projectChanges,
  projectNameColumns,
  projectSnapshot,
  requirePrice,
} from "./project.ts";

export const UpdateProject = z.strictObject({
  id: uuid,
  ...projectChanges,
  status: z.enum(["in_progress", "completed"]).optional(),
  seen: instant.optional().describe("updated_at of the project as it was read"),
});

export type UpdateProject = z.output<typeof UpdateProject>;

/**
 * Changes the given fields only; null empties one.
 * @throws Refusal `changed_meanwhile` when the project is no longer as it was seen
 */
export async function updateProject(context: Context, input: UpdateProject): Promise<void> {
  const { id, seen } = input;
  const customer = input.customer_id ?? null;
  await transaction(context, async (context) => {
    if (customer !== null) await requireCustomerFor(context, customer);
    const before = (await lockProjects(context, [id])).get(id);
    if (before === undefined) throw noSuchProject(id);
    if (seen !== undefined && seen !== before.updated_at) throw changedMeanwhile(before.name);
    const changes = {
      ...writtenColumns(PROJECT_FIELDS, input),
      ...(input.name === undefined ? {} : projectNameColumns(input.name)),
      status: input.status,
    };
    const wanted = { ...before, ...givenOf(changes) };
    requirePrice(wanted);
    const { after } = difference(before, wanted);
    if (Object.keys(after).length === 0) return;
    const changed = await context.db
      .updateTable("tracker_projects")
      .set({ ...changes, updated_at: timeOfChange(context.now, before.updated_at) })
      .where("team_id", "=", context.team.id)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const snapshots = difference(projectSnapshot(before), projectSnapshot(changed));
    await record(context, [{ type: "tracker_project", id, ...snapshots }]);
  });
}

function changedMeanwhile(name: string): Refusal {
  return new Refusal({
    code: "changed_meanwhile",
    message: `somebody has changed ${name} since you opened it`,
    next: "look at what it is now, and save again what you still want to change",
  });
}
