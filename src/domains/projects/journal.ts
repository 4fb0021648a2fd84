import { z } from "zod";
import { namesIn, type SharedSubject } from "../../activity/subject.ts";
import { type projectImage, projectNameColumns } from "./project.ts";

const Named = z.object({ name: z.string() });

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
  verbs: { created: "added *", changed: "changed *", deleted: "deleted *" },
  doors: {
    "project:create": { did: "created", said: "added *", tried: "add a project" },
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
  },
  page: null,
  names: namesIn("tracker_projects"),
  namedIn: "name",
  undo: {
    table: "tracker_projects",
    key: ["id"],
    derived: (image) => projectNameColumns(Named.parse(image).name),
    referredBy: [
      { table: "tracker_entries", column: "project_id", one: "time entry", many: "time entries" },
    ],
  },
};
