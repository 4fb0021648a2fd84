import { sql } from "kysely";
import { z } from "zod";
import { cursor, instant, limit, text, uuid } from "../../core/fields.ts";
import { fold } from "../../core/fold.ts";
import { listingOf, pageOf, readCursor } from "../../core/page.ts";
import type { Context } from "../../db/context.ts";
import { hotQuery, one, type Slots } from "../../db/hot-query.ts";
import { type Filters, findProjects, projectOf, selectProjects, TRACKED } from "./find-projects.ts";
import { Project } from "./project.ts";

/** Projects as the web app lists them: searched, in two orders, with their sums. */

const filters = {
  q: text(200).optional().describe("part of the name"),
  customer_id: uuid.optional(),
  status: z.enum(["in_progress", "completed"]).optional(),
};

export const BrowseProjects = z.strictObject({
  ...filters,
  sort: z.enum(["name", "-name", "created", "-created"]).default("-created"),
  cursor: cursor.optional(),
  limit: limit.default(50),
});

export type BrowseProjects = z.output<typeof BrowseProjects>;

/** A project, with its rate in minor units, and the time of its last change for `seen`. */
export const ProjectRow = Project.omit({ rate: true }).extend({
  rate_minor: z.int().nullable(),
  updated_at: z.string(),
});

export type ProjectRow = z.output<typeof ProjectRow>;

export const ProjectPage = z.object({
  items: z.array(ProjectRow),
  nextCursor: z.string().nullable(),
});

export type ProjectPage = z.output<typeof ProjectPage>;

const SortKey = z.tuple([z.union([instant, z.string()]), uuid]);

export async function browseProjects(
  context: Context,
  input: BrowseProjects,
): Promise<ProjectPage> {
  const listing = listingOf(context, input);
  const after = readCursor(SortKey, listing, input.cursor);
  const isByName = input.sort.endsWith("name");
  const rows = await findProjects(context.db, {
    ...filtersOf(context, input),
    after_created_at: isByName ? undefined : after?.[0],
    after_name: isByName ? (after?.[0] ?? "") : undefined,
    is_ascending: input.sort.startsWith("-") ? undefined : true,
    after_id: after?.[1],
    rows: input.limit + 1,
  });
  const { items, nextCursor } = pageOf(listing, rows, input.limit, (row) => [
    isByName ? row.name_folded : row.created_at,
    row.id,
  ]);
  return { items: items.map(projectRowOf), nextCursor };
}

export function projectRowOf(row: Awaited<ReturnType<typeof findProjects>>[number]): ProjectRow {
  const { rate: _rate, ...project } = projectOf(row);
  return { ...project, rate_minor: row.rate_minor, updated_at: row.updated_at };
}

export const SumProjects = z.strictObject(filters);

export type SumProjects = z.output<typeof SumProjects>;

export const ProjectSums = z.object({
  projects: z.int(),
  /** Seconds, running timers left out. */
  tracked: z.int(),
  /** Hours. */
  estimate: z.number(),
  /** Seconds on the projects with an estimate. */
  tracked_of_estimate: z.int(),
  /** Projects with more time than estimated. */
  over_estimate: z.int(),
});

export type ProjectSums = z.output<typeof ProjectSums>;

/** Sums of all projects that match the filters. */
export async function sumProjects(context: Context, input: SumProjects): Promise<ProjectSums> {
  return one(await findSums(context.db, filtersOf(context, input)));
}

/** Materialized, so that SQLite computes each total once. */
const findSums = hotQuery((db, slots: Slots<Filters>) =>
  db
    .with(
      (named) => named("found").materialized(),
      () =>
        selectProjects(db, slots).select([
          "project.estimate_hours as estimate",
          TRACKED.as("seconds"),
        ]),
    )
    .selectFrom("found")
    .select([
      sql<number>`count(*)`.as("projects"),
      sql<number>`coalesce(sum(seconds), 0)`.as("tracked"),
      sql<number>`coalesce(sum(estimate), 0)`.as("estimate"),
      sql<number>`coalesce(sum(case when estimate is null then 0 else seconds end), 0)`.as(
        "tracked_of_estimate",
      ),
      sql<number>`coalesce(sum(case when seconds > estimate * 3600 then 1 else 0 end), 0)`.as(
        "over_estimate",
      ),
    ]),
);

function filtersOf({ team }: Context, { q, customer_id, status }: SumProjects): Filters {
  return {
    team_id: team.id,
    customer_id,
    status,
    search: q === undefined || q.trim() === "" ? undefined : fold(q),
  };
}
