import { sql } from "kysely";
import type { ById } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import type { Db } from "../../db/schema/schema.ts";
import { hasWordIn, type Words, wordSlots } from "../../db/words.ts";
import { toMajor } from "../../shared/money.ts";
import { customerOf, noSuchProject, type Project } from "./project.ts";

type Values = Words & {
  readonly team_id: string;
  readonly id?: string;
  readonly customer_id?: string | undefined;
  readonly status?: "in_progress" | "completed" | undefined;
  /** Given for projects with more time than estimated. */
  readonly is_over?: true | undefined;
  /** Given for the order by status: the status in which the page begins; any on the first page. */
  readonly after_status?: "in_progress" | "completed" | undefined;
  readonly after_created_at?: string | undefined;
  readonly after_id?: string | undefined;
  /** Given for the order by name: the folded name after which the page begins, or "". */
  readonly after_name?: string | undefined;
  /** Left out: the last comes first. */
  readonly is_ascending?: true | undefined;
  readonly rows: number;
};

export const findProjects = preparedQuery((db, slots: Slots<Values>) => {
  const { slot, given } = slots;
  const isByName = given("after_name");
  const isByStatus = given("after_status");
  const order = Object.entries(isByName ? BY_NAME : isByStatus ? BY_STATUS : BY_AGE);
  const direction = given("is_ascending") ? "asc" : "desc";
  const follows = sql.raw(direction === "asc" ? ">" : "<");
  return selectProjects(db, slots)
    .leftJoin("customers as customer", (join) =>
      join
        .onRef("customer.team_id", "=", "project.team_id")
        .onRef("customer.id", "=", "project.customer_id"),
    )
    .$if(given("after_id"), (query) => {
      const columns = order.map(([column]) => sql.ref(`project.${column}`));
      const values = order.map(([, value]) => slot(value));
      return query.where(sql<boolean>`(${sql.join(columns)}) ${follows} (${sql.join(values)})`);
    })
    .select([
      "project.id",
      "project.name",
      "project.description",
      "project.status",
      "project.customer_id",
      "customer.name as customer_name",
      "project.estimate_hours",
      "project.billable",
      "project.rate_minor",
      "project.currency",
      "project.rounding",
      "project.created_at",
      "project.updated_at",
      "project.name_folded",
    ])
    .select([TRACKED.as("total_duration"), UNBILLED_SECONDS.as("unbilled_duration")])
    .$if(isByStatus, (query) => query.orderBy("project.status", direction))
    .orderBy(isByName ? "project.name_folded" : "project.created_at", direction)
    .orderBy("project.id", direction)
    .limit(slot("rows"));
});

/** Columns of an order, each with the value after which a page begins. */
const BY_AGE: Order = { created_at: "after_created_at", id: "after_id" };
const BY_NAME: Order = { name_folded: "after_name", id: "after_id" };
const BY_STATUS: Order = { status: "after_status", ...BY_AGE };

type Order = Readonly<Record<string, keyof Values>>;

export type FoundProject = Awaited<ReturnType<typeof findProjects>>[number];

export type Filters = Omit<
  Values,
  "after_status" | "after_created_at" | "after_id" | "after_name" | "is_ascending" | "rows"
>;

export function selectProjects<V extends Filters>(db: Db, slots: Slots<V>) {
  const { slot, given } = slots;
  const holds = wordSlots(slots).map((word) => hasWordIn([sql.ref("project.name_folded")], word));
  return db
    .selectFrom("tracker_projects as project")
    .where("project.team_id", "=", slot("team_id"))
    .$if(given("id"), (query) => query.where("project.id", "=", slot("id")))
    .$if(given("customer_id"), (query) =>
      query.where("project.customer_id", "=", slot("customer_id")),
    )
    .$if(given("status"), (query) => query.where("project.status", "=", slot("status")))
    .$if(given("is_over"), (query) =>
      query.where(sql<boolean>`${TRACKED} > project.estimate_hours * 3600`),
    )
    .$if(holds.length > 0, (query) => query.where((row) => row.and(holds)));
}

/** Seconds of everybody on the current project, running timers left out. */
export const TRACKED = sql<number>`(select coalesce(sum(total.seconds), 0) from tracker_totals as total
  where total.team_id = project.team_id and total.project_id = project.id)`;

/** Seconds of them that no invoice has. */
export const UNBILLED_SECONDS = sql<number>`(select coalesce(sum(rest.seconds - rest.billed), 0)
  from tracker_totals as rest
  where rest.team_id = project.team_id and rest.project_id = project.id)`;

export function projectOf(row: FoundProject): Project {
  const { rate_minor, currency } = row;
  const total_duration = row.total_duration ?? 0;
  const invoiced = total_duration - (row.unbilled_duration ?? 0);
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    trackerStatus: row.status,
    customer: customerOf(row),
    estimate: row.estimate_hours,
    billable: row.billable,
    rate: rate_minor === null || currency === null ? null : toMajor(rate_minor, currency),
    currency,
    total_duration,
    ...(invoiced === 0 ? {} : { invoiced_duration: invoiced }),
    created_at: row.created_at,
  };
}

export async function getProject(
  { db, team }: Context,
  { id }: ById,
): Promise<FoundProject | null> {
  const [project = null] = await findProjects(db, { team_id: team.id, id, rows: 1 });
  return project;
}

export async function requireProject(context: Context, input: ById): Promise<FoundProject> {
  const project = await getProject(context, input);
  if (project === null) throw noSuchProject(input.id);
  return project;
}

export type NamedProject = {
  readonly id: string;
  readonly name: string;
  readonly customer: string | null;
};

/** Projects by their ids or by those of their customers: those in progress first, the newest first. */
export async function namedProjects(
  { db, team }: Context,
  by: "id" | "customer_id",
  ids: readonly string[],
  rows: number,
): Promise<readonly NamedProject[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("tracker_projects as project")
    .leftJoin("customers as customer", (join) =>
      join
        .onRef("customer.team_id", "=", "project.team_id")
        .onRef("customer.id", "=", "project.customer_id"),
    )
    .select(["project.id", "project.name", "customer.name as customer"])
    .where("project.team_id", "=", team.id)
    .where(`project.${by}`, "in", ids)
    .orderBy("project.status", "desc")
    .orderBy("project.created_at", "desc")
    .orderBy("project.id", "desc")
    .limit(rows)
    .execute();
}
