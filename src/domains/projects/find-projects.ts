import { sql } from "kysely";
import { hotQuery, type Slots } from "../../db/hot-query.ts";
import { toMajor } from "../../shared/money.ts";
import type { Project } from "./project.ts";

type Values = {
  readonly team_id: string;
  readonly id?: string;
  readonly customer_id?: string | undefined;
  readonly status?: "in_progress" | "completed" | undefined;
  readonly after_created_at?: string | undefined;
  readonly after_id?: string | undefined;
  readonly rows: number;
};

export const findProjects = hotQuery((db, { slot, given }: Slots<Values>) =>
  db
    .selectFrom("tracker_projects as project")
    .leftJoin("customers as customer", (join) =>
      join
        .onRef("customer.team_id", "=", "project.team_id")
        .onRef("customer.id", "=", "project.customer_id"),
    )
    .where("project.team_id", "=", slot("team_id"))
    .$if(given("id"), (query) => query.where("project.id", "=", slot("id")))
    .$if(given("customer_id"), (query) =>
      query.where("project.customer_id", "=", slot("customer_id")),
    )
    .$if(given("status"), (query) => query.where("project.status", "=", slot("status")))
    .$if(given("after_id"), (query) =>
      query.where((row) =>
        row(
          row.refTuple("project.created_at", "project.id"),
          "<",
          row.tuple(slot("after_created_at"), slot("after_id")),
        ),
      ),
    )
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
      "project.created_at",
    ])
    .select((row) =>
      row
        .selectFrom("tracker_totals as total")
        .whereRef("total.team_id", "=", "project.team_id")
        .whereRef("total.project_id", "=", "project.id")
        .select(sql<number>`coalesce(sum(total.seconds), 0)`.as("seconds"))
        .$asScalar()
        .as("total_duration"),
    )
    .orderBy("project.created_at", "desc")
    .orderBy("project.id", "desc")
    .limit(slot("rows")),
);

export function projectOf(row: Awaited<ReturnType<typeof findProjects>>[number]): Project {
  const { customer_id, customer_name, rate_minor, currency } = row;
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    trackerStatus: row.status,
    customer:
      customer_id === null || customer_name === null
        ? null
        : { id: customer_id, name: customer_name },
    estimate: row.estimate_hours,
    billable: row.billable,
    rate: rate_minor === null || currency === null ? null : toMajor(rate_minor, currency),
    currency,
    total_duration: row.total_duration ?? 0,
    created_at: row.created_at,
  };
}
