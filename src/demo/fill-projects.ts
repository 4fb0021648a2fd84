import { difference, record } from "../activity/journal.ts";
import type { Context } from "../db/context.ts";
import { createProject } from "../domains/projects/create-project.ts";
import { minorDigits } from "../shared/money.ts";
import type { Staff } from "./fill-team.ts";
import { ago } from "./past.ts";
import { type DemoProject, PROJECTS } from "./projects.ts";

/** @returns the projects' ids by name */
export async function fillProjects(
  { mara }: Staff,
  customers: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const [position, project] of PROJECTS.entries()) {
    const { name, customer = "", since, completed } = project;
    const then = ago(mara, since, 9 * 60 + position);
    const { projectId } = await createProject(then, { name, customer_id: customers.get(customer) });
    await change(then, projectId, UNKNOWN, detailsOf(project));
    if (completed !== undefined) {
      await change(
        ago(mara, completed, 17 * 60),
        projectId,
        { status: "in_progress" },
        { status: "completed" },
      );
    }
    ids.set(name, projectId);
  }
  return ids;
}

type Details = {
  readonly description: string | null;
  readonly estimate_hours: number | null;
  readonly billable: boolean;
  readonly rate_minor: number | null;
  readonly currency: string | null;
};

const UNKNOWN: Details = {
  description: null,
  estimate_hours: null,
  billable: false,
  rate_minor: null,
  currency: null,
};

function detailsOf({ description, rate, estimateHours }: DemoProject): Details {
  return {
    description,
    estimate_hours: estimateHours ?? null,
    billable: rate !== undefined,
    rate_minor: rate === undefined ? null : rate.amount * 10 ** minorDigits(rate.currency),
    currency: rate?.currency ?? null,
  };
}

type State = Details | { readonly status: "in_progress" | "completed" };

/** Changes that no verb of the tracker offers yet. */
async function change(context: Context, id: string, before: State, after: State): Promise<void> {
  await context.db
    .updateTable("tracker_projects")
    .set(after)
    .where("team_id", "=", context.team.id)
    .where("id", "=", id)
    .execute();
  await record(context, [{ type: "tracker_project", id, ...difference(before, after) }]);
}
