import { sql } from "kysely";
import { z } from "zod";
import { cursor, instant, limit, text, uuid } from "../../core/fields.ts";
import { fold } from "../../core/fold.ts";
import { listingOf, pageOf, readCursor } from "../../core/page.ts";
import type { Context } from "../../db/context.ts";
import { hotQuery, one, type Slots } from "../../db/hot-query.ts";
import { type Filters, findProjects, projectOf, selectProjects, TRACKED } from "./find-projects.ts";
import { valueOf, worthOf } from "./find-unbilled.ts";
import { Project } from "./project.ts";

/** Projects as the web app lists them: searched, in three orders, with their sums. */

const filters = {
  q: text(200).optional().describe("part of the name"),
  customer_id: uuid.optional(),
  status: z.enum(["in_progress", "completed"]).optional(),
  estimate: z.enum(["over"]).optional().describe("over: more time than estimated"),
};

export const BrowseProjects = z.strictObject({
  ...filters,
  sort: z
    .enum(["name", "-name", "created", "-created", "status", "-status"])
    .default("-created")
    .describe("status: those in progress first, and of each the newest"),
  cursor: cursor.optional(),
  limit: limit.default(50),
});

export type BrowseProjects = z.output<typeof BrowseProjects>;

const Amount = z.object({ currency: z.string(), minor: z.int() });

/** A project, with its rate in minor units, and the time of its last change for `seen`. */
export const ProjectRow = Project.omit({ rate: true }).extend({
  rate_minor: z.int().nullable(),
  /** Value of the time that no invoice has; null without a rate, or without time. */
  unbilled: Amount.nullable(),
  updated_at: z.string(),
});

export type ProjectRow = z.output<typeof ProjectRow>;

export const ProjectPage = z.object({
  items: z.array(ProjectRow),
  nextCursor: z.string().nullable(),
});

export type ProjectPage = z.output<typeof ProjectPage>;

const SortKey = z.tuple([z.union([instant, z.string()]), uuid]);
const ByStatus = z.tuple([z.enum(["in_progress", "completed"]), instant, uuid]);

export async function browseProjects(
  context: Context,
  input: BrowseProjects,
): Promise<ProjectPage> {
  if (input.sort.endsWith("status")) return browseByStatus(context, input);
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

/** The names of the statuses sort the other way round: the last of them comes first. */
async function browseByStatus(context: Context, input: BrowseProjects): Promise<ProjectPage> {
  const listing = listingOf(context, input);
  const after = readCursor(ByStatus, listing, input.cursor);
  const rows = await findProjects(context.db, {
    ...filtersOf(context, input),
    after_status: after?.[0] ?? "in_progress",
    after_created_at: after?.[1],
    after_id: after?.[2],
    is_ascending: input.sort === "-status" ? true : undefined,
    rows: input.limit + 1,
  });
  const { items, nextCursor } = pageOf(listing, rows, input.limit, (row) => [
    row.status,
    row.created_at,
    row.id,
  ]);
  return { items: items.map(projectRowOf), nextCursor };
}

export function projectRowOf(row: Awaited<ReturnType<typeof findProjects>>[number]): ProjectRow {
  const { rate: _rate, ...project } = projectOf(row);
  const { rate_minor, updated_at } = row;
  return { ...project, rate_minor, unbilled: unbilledOf(project, rate_minor), updated_at };
}

type Tracked = Pick<ProjectRow, "billable" | "currency" | "total_duration">;

function unbilledOf({ billable, currency, total_duration }: Tracked, rate_minor: number | null) {
  if (!billable || rate_minor === null || currency === null || total_duration === 0) return null;
  return { currency, minor: worthOf(rate_minor, total_duration) };
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
  /** Value of the time that no invoice has. */
  unbilled: z.array(Amount),
});

export type ProjectSums = z.output<typeof ProjectSums>;

/** Sums of all projects that match the filters. */
export async function sumProjects(context: Context, input: SumProjects): Promise<ProjectSums> {
  const filters = filtersOf(context, input);
  const [sums, unbilled] = await Promise.all([
    findSums(context.db, filters),
    findUnbilledOf(context.db, filters),
  ]);
  return { ...one(sums), unbilled };
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

/** Amounts by currency, of the projects that are billable with a rate. */
const findUnbilledOf = hotQuery((db, slots: Slots<Filters>) =>
  db
    .with(
      (named) => named("found").materialized(),
      () =>
        selectProjects(db, slots)
          .where(sql<boolean>`project.billable`)
          .where("project.rate_minor", "is not", null)
          .where("project.currency", "is not", null)
          .select([
            sql<string>`project.currency`.as("currency"),
            sql<number>`cast(project.rate_minor as bigint)`.as("rate_minor"),
            sql<number>`cast(${TRACKED} as bigint)`.as("seconds"),
          ]),
    )
    .selectFrom("found")
    .where("seconds", ">", 0)
    .select(["currency", sql<number>`sum(${valueOf("rate_minor", "seconds")})`.as("minor")])
    .groupBy("currency")
    .orderBy("currency"),
);

function filtersOf({ team }: Context, { q, customer_id, status, estimate }: SumProjects): Filters {
  return {
    team_id: team.id,
    customer_id,
    status,
    is_over: estimate === "over" ? true : undefined,
    search: q === undefined || q.trim() === "" ? undefined : fold(q),
  };
}
