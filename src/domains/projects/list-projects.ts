import { z } from "zod";
import { cursor, instant, limit, uuid } from "../../core/fields.ts";
import { listingOf, pageOf, readCursor } from "../../core/page.ts";
import type { Context } from "../../db/context.ts";
import { findProjects, projectOf } from "./find-projects.ts";
import { Project } from "./project.ts";

export const ListProjects = z.strictObject({
  customer_id: uuid.nullish(),
  status: z.enum(["in_progress", "completed"]).nullish(),
  cursor: cursor.nullish(),
  limit: limit.default(25),
});

export type ListProjects = z.output<typeof ListProjects>;

export const ProjectList = z.object({
  items: z.array(Project),
  nextCursor: z.string().nullable(),
  cursor: z.string().nullable().describe("same as nextCursor"),
});

export type ProjectList = z.output<typeof ProjectList>;

const SortKey = z.tuple([instant, uuid]);

export async function listProjects(context: Context, input: ListProjects): Promise<ProjectList> {
  const listing = listingOf(context, input);
  const after = readCursor(SortKey, listing, input.cursor);
  const rows = await findProjects(context.db, {
    team_id: context.team.id,
    customer_id: input.customer_id ?? undefined,
    status: input.status ?? undefined,
    after_created_at: after?.[0],
    after_id: after?.[1],
    rows: input.limit + 1,
  });
  const { items, nextCursor } = pageOf(listing, rows, input.limit, (row) => [
    row.created_at,
    row.id,
  ]);
  return { items: items.map(projectOf), nextCursor, cursor: nextCursor };
}
