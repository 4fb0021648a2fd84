import type { Context } from "../../db/context.ts";

export type NamedProject = {
  readonly id: string;
  readonly name: string;
  /** Name of its customer. */
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
