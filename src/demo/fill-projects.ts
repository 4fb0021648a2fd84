import { createProject } from "../domains/projects/create-project.ts";
import { updateProject } from "../domains/projects/update-project.ts";
import { minorDigits } from "../shared/money.ts";
import type { Staff } from "./fill-team.ts";
import { ago } from "./past.ts";
import { PROJECTS } from "./projects.ts";
import { inWebApp } from "./web-app.ts";

/** @returns the projects' ids by name */
export async function fillProjects(
  { mara }: Staff,
  customers: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const [position, project] of PROJECTS.entries()) {
    const { name, description, customer = "", rate, estimateHours, since, completed } = project;
    const added = inWebApp(ago(mara, since, 9 * 60 + position), "POST /api/teams/:team/projects");
    const { projectId } = await createProject(added, {
      name,
      description,
      customer_id: customers.get(customer),
      estimate: estimateHours,
      billable: rate !== undefined,
      rate_minor: rate === undefined ? null : rate.amount * 10 ** minorDigits(rate.currency),
      currency: rate?.currency,
    });
    if (completed !== undefined) {
      const then = inWebApp(
        ago(mara, completed, 17 * 60),
        "POST /api/teams/:team/projects/:id/complete",
      );
      await updateProject(then, { id: projectId, status: "completed" });
    }
    ids.set(name, projectId);
  }
  return ids;
}
