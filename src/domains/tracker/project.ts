import { z } from "zod";
import { notFound, type Refusal } from "../../core/errors.ts";
import { uuid } from "../../core/fields.ts";
import { fold } from "../../core/fold.ts";
import type { Context } from "../../db/context.ts";
import { keepRows } from "../../db/dialect.ts";
import type { Schema } from "../../db/schema.ts";

export const Project = z.object({
  id: uuid,
  name: z.string(),
  description: z.string().nullable(),
  trackerStatus: z.enum(["in_progress", "completed"]),
  customer: z.object({ id: uuid, name: z.string() }).nullable(),
  estimate: z.number().nullable().describe("hours"),
  billable: z.boolean(),
  rate: z.number().nullable().describe("per hour, in currency"),
  currency: z.string().nullable(),
  total_duration: z.int().describe("seconds, running timers left out"),
  created_at: z.string(),
});

export type Project = z.output<typeof Project>;

type Row = Schema["tracker_projects"];

/** What the journal keeps of a project. */
export function projectImage({ team_id: _team, name_folded: _name, ...image }: Row) {
  return image;
}

/** A name with the form in which it is searched. */
export function projectNameColumns(name: string) {
  return { name, name_folded: fold(name) };
}

/** The project, which nobody can delete until the transaction ends. */
export async function keepProject(context: Context, id: string): Promise<Row | undefined> {
  const projects = context.db
    .selectFrom("tracker_projects")
    .selectAll()
    .where("team_id", "=", context.team.id)
    .where("id", "=", id);
  return keepRows(context.db, projects).executeTakeFirst();
}

export function noProject(id: string): Refusal {
  return notFound({ what: "Project", id, path: "project_id", next: "see tracker_list_projects" });
}
