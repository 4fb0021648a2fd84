import { z } from "zod";
import { cursor, instant, limit, text, uuid } from "../../core/fields.ts";
import { listingOf, type Page, pageOf, readCursor } from "../../core/page.ts";
import type { Context } from "../../db/context.ts";
import { wordsAsked } from "../../db/words.ts";
import { type Filters, findProjects, type FoundProject } from "./find-projects.ts";
import { Project } from "./project.ts";

export const ListProjects = z.strictObject({
  customer_id: uuid.nullish(),
  status: z.enum(["in_progress", "completed"]).nullish(),
  cursor: cursor.nullish(),
  limit: limit.default(25),
});

export const ProjectList = z.object({
  items: z.array(Project),
  nextCursor: z.string().nullable(),
  cursor: z.string().nullable().describe("same as nextCursor"),
});

export const projectFilters = {
  q: text(200).optional().describe("part of the name"),
  customer_id: uuid.optional(),
  status: z.enum(["in_progress", "completed"]).optional(),
  estimate: z.enum(["over"]).optional().describe("over: more time than estimated"),
};

const SORTS = ["name", "-name", "created", "-created", "status", "-status"] as const;

type Sort = (typeof SORTS)[number];

type Filter = {
  readonly q?: string | undefined;
  readonly customer_id?: string | null | undefined;
  readonly status?: "in_progress" | "completed" | null | undefined;
  readonly estimate?: "over" | undefined;
};

export const ListProjectRows = z.strictObject({
  ...projectFilters,
  sort: z
    .enum(SORTS)
    .default("-created")
    .describe("status: those in progress first, and of each the newest"),
  cursor: cursor.optional(),
  limit: limit.default(50),
});

const ByCreation = z.tuple([instant, uuid]);
const ByName = z.tuple([z.string(), uuid]);
const ByStatus = z.tuple([z.enum(["in_progress", "completed"]), instant, uuid]);

export type ProjectQuery = Filter & {
  readonly sort?: Sort;
  readonly cursor?: string | null | undefined;
  readonly limit: number;
};

/** A page of projects, the newest first unless `sort` says otherwise. Each door shapes its rows. */
export async function listProjects(
  context: Context,
  input: ProjectQuery,
): Promise<Page<FoundProject>> {
  const { sort = "-created" } = input;
  if (sort.endsWith("status")) return listByStatus(context, input);
  const listing = listingOf(context, input);
  const isByName = sort.endsWith("name");
  const after = readCursor(isByName ? ByName : ByCreation, listing, input.cursor);
  const rows = await findProjects(context.db, {
    ...filtersOf(context, input),
    after_created_at: isByName ? undefined : after?.[0],
    after_name: isByName ? (after?.[0] ?? "") : undefined,
    is_ascending: sort.startsWith("-") ? undefined : true,
    after_id: after?.[1],
    rows: input.limit + 1,
  });
  return pageOf(listing, rows, input.limit, (row) => [
    isByName ? row.name_folded : row.created_at,
    row.id,
  ]);
}

/** The names of the statuses sort the other way round: the last of them comes first. */
async function listByStatus(context: Context, input: ProjectQuery): Promise<Page<FoundProject>> {
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
  return pageOf(listing, rows, input.limit, (row) => [row.status, row.created_at, row.id]);
}

export function filtersOf(
  { team }: Context,
  { q, customer_id, status, estimate }: Filter,
): Filters {
  return {
    team_id: team.id,
    customer_id: customer_id ?? undefined,
    status: status ?? undefined,
    is_over: estimate === "over" ? true : undefined,
    ...wordsAsked(q),
  };
}
