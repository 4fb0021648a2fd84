import { z } from "zod";
import { namesIn, type SharedSubject } from "../../activity/subject.ts";
import { type projectImage, projectNameColumns } from "./project.ts";

declare module "../../core/event.ts" {
  interface Kinds {
    tracker_project: typeof projectSubject;
  }
}

const Kept = z.object({
  name: z.string(),
  created_at: z.string(),
  updated_at: z.string().optional(),
});

type Column = Exclude<keyof ReturnType<typeof projectImage>, "id">;

/** Projects in the journal, and how they are undone. */
export const projectSubject: SharedSubject<Column> = {
  isPrivate: false,
  noun: {
    label: "Project",
    one: "a project",
    named: "the project *",
    inFields: "*",
    many: "projects",
  },
  fields: {
    name: { label: "Name", kind: "text" },
    description: { label: "Description", kind: "long text" },
    status: {
      label: "Status",
      kind: "choice",
      choices: { in_progress: "In progress", completed: "Completed" },
    },
    customer_id: { label: "Customer", kind: "id", of: "customer" },
    estimate_hours: { label: "Estimate", kind: "number", unit: "hour" },
    billable: { label: "Billable", kind: "boolean" },
    rate_minor: {
      label: "Hourly rate",
      kind: "money",
      currencyColumn: "currency",
      table: "tracker_projects",
    },
    currency: { label: "Currency", kind: "currency" },
    created_at: null,
    updated_at: null,
  },
  page: "/projects/:id",
  names: namesIn("tracker_projects"),
  namedIn: "name",
  undo: {
    table: "tracker_projects",
    key: ["id"],
    derived: (image) => derivedColumns(Kept.parse(image)),
    touched: "updated_at",
    referredBy: [
      { table: "tracker_entries", column: "project_id", one: "time entry", many: "time entries" },
    ],
  },
};

/** Images of earlier versions have no time of the last change. */
function derivedColumns({ name, created_at, updated_at = created_at }: z.output<typeof Kept>) {
  return { ...projectNameColumns(name), updated_at };
}
