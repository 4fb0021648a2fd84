import { defineTool, type Tool } from "../../core/tool.ts";
import type { Context } from "../../db/context.ts";
import { projectOf } from "./find-projects.ts";
import { ListProjects, listProjects, ProjectList } from "./list-projects.ts";

export const projectTools: readonly Tool<Context>[] = [
  defineTool({
    name: "tracker_list_projects",
    title: "List tracker projects",
    tier: "read",
    resource: "tracker-projects",
    description:
      "Lists the projects that time is tracked on, newest first, each with its customer, hourly rate and everybody's tracked seconds of all time, running timers left out; invoiced_duration of them is on invoices or drafts. Their ids serve as project_id in tracker_start_timer and tracker_list_entries.",
    effect: "Lists projects with their customers, rates and tracked time.",
    input: ListProjects,
    output: ProjectList,
    told: [
      "items",
      "nextCursor",
      "id",
      "name",
      "trackerStatus",
      "customer",
      "rate",
      "total_duration",
    ],
    example: (idOf) => ({ customer_id: idOf("customer") }),
    handler: async (context, input) => {
      const { items, nextCursor } = await listProjects(context, input);
      return { items: items.map(projectOf), nextCursor, cursor: nextCursor };
    },
  }),
];
