import { sql } from "kysely";
import { z } from "zod";
import { notFound, Refusal } from "../../core/errors.ts";
import { uuid } from "../../core/fields.ts";
import { fold } from "../../core/fold.ts";
import type { Register } from "../../core/naming.ts";
import { changeSchemas, inputSchemas } from "../../core/record-fields.ts";
import type { AuditContext, Context } from "../../db/context.ts";
import { lockForKeyShare, lockForUpdate } from "../../db/dialect.ts";
import { registerOf, selectByName, type Values } from "../../db/names.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { PROJECT_FIELDS } from "../../shared/records/project.ts";

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
  invoiced_duration: z.int().optional().describe("seconds that invoices hold"),
  created_at: z.string(),
});

export type Project = z.output<typeof Project>;

export const projectInput = {
  ...inputSchemas(PROJECT_FIELDS),
  billable: z.boolean().optional(),
};

export const projectChanges = changeSchemas(PROJECT_FIELDS);

type Price = { readonly rate_minor: number | null; readonly currency: string | null };

/** @throws Refusal for a rate without a currency */
export function requirePrice({ rate_minor, currency }: Price): void {
  if (rate_minor === null || currency !== null) return;
  throw new Refusal({
    code: "invalid_argument",
    path: "currency",
    message: "an hourly rate needs a currency",
    next: "choose one and try again; nothing was done",
  });
}

type Owned = { readonly customer_id: string | null; readonly customer_name: string | null };

export function customerOf({ customer_id: id, customer_name: name }: Owned) {
  return id === null || name === null ? null : { id, name };
}

type Row = Schema["tracker_projects"];

export function projectSnapshot({ team_id: _team, name_folded: _name, ...snapshot }: Row) {
  return snapshot;
}

export function projectNameColumns(name: string) {
  return { name, name_folded: fold(name) };
}

/** Locks the project against deletion until the transaction ends. */
export async function keepProject(context: Context, id: string): Promise<Row | undefined> {
  const [project] = await lockProject(context.db, { team_id: context.team.id, id });
  return project;
}

const lockProject = preparedQuery((db, { slot }: Slots<{ team_id: string; id: string }>) =>
  lockForKeyShare(
    db,
    db
      .selectFrom("tracker_projects")
      .selectAll()
      .where("team_id", "=", slot("team_id"))
      .where("id", "=", slot("id")),
  ),
);

/** Locks projects against changes, deletion and new time until the transaction ends, by id. */
export async function lockProjects(
  { db, team }: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Row>> {
  const projects = db
    .selectFrom("tracker_projects")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("id", "in", ids)
    .orderBy("id");
  const rows = await lockForUpdate(db, projects).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Locks all entries of a project before any of them is changed, since the totals that triggers keep come
 * after the entries in the order of locks.
 * @returns their number
 */
export async function lockEntriesOf({ db, team }: Context, projectId: string): Promise<number> {
  const entries = db
    .selectFrom("tracker_entries")
    .select("id")
    .where("team_id", "=", team.id)
    .where("project_id", "=", projectId);
  const { count } = await db
    .selectFrom(lockForUpdate(db, entries).as("locked"))
    .select(sql<number>`count(*)`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

export const projectNames: Register<AuditContext> = {
  ...registerOf("tracker_projects"),
  noun: "project",
  list: "tracker_list_projects",
  search: async ({ db, team }, search) => findByName(db, { ...search, team_id: team.id }),
};

const findByName = preparedQuery((db, slots: Slots<Values>) =>
  selectByName(db, "tracker_projects", slots, sql`(status = 'completed')`),
);

/** @param path of the id, as the web app's routes name it */
export function noSuchProject(id: string, path = "id"): Refusal {
  return notFound({ what: "Project", id, path, next: "go back to the list of projects" });
}

export function noProject(id: string): Refusal {
  return notFound({ what: "Project", id, path: "project_id", next: "see tracker_list_projects" });
}
