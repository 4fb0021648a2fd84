import { z } from "zod";
import { journalFields } from "../../activity/field.ts";
import { namesIn, type SharedSubject } from "../../activity/subject.ts";
import { PROJECT_FIELDS } from "../../shared/records/project.ts";
import { type projectSnapshot, projectNameColumns } from "./project.ts";

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

type Column = Exclude<keyof ReturnType<typeof projectSnapshot>, "id">;

const { name, description, ...others } = journalFields("tracker_projects", PROJECT_FIELDS);

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
    name,
    description,
    status: {
      label: "Status",
      kind: "choice",
      choices: { in_progress: "In progress", completed: "Completed" },
    },
    ...others,
    created_at: null,
    updated_at: null,
  },
  page: "/projects/:id",
  names: namesIn("tracker_projects"),
  namedIn: "name",
  undo: {
    table: "tracker_projects",
    key: ["id"],
    derived: (snapshot) => derivedColumns(Kept.parse(snapshot)),
    touched: "updated_at",
    referredBy: [
      { table: "tracker_entries", column: "project_id", one: "time entry", many: "time entries" },
    ],
  },
};

/** Snapshots of earlier versions have no time of the last change. */
function derivedColumns({ name, created_at, updated_at = created_at }: z.output<typeof Kept>) {
  return { ...projectNameColumns(name), updated_at };
}
