import { sql } from "kysely";
import { z } from "zod";
import type { Context } from "../../db/context.ts";
import { preparedQuery, one, type Slots } from "../../db/prepared-query.ts";
import { type Filters, selectProjects, TRACKED, UNBILLED_SECONDS } from "./find-projects.ts";
import { unbilledValue } from "./find-unbilled.ts";
import { filtersOf, projectFilters } from "./list-projects.ts";
import { CurrencyAmount } from "./page-answers.ts";

export const SumProjects = z.strictObject(projectFilters);

export const ProjectSums = z.object({
  projects: z.int(),
  /** Seconds, running timers left out. */
  tracked: z.int(),
  /** Hours. */
  estimate: z.number(),
  /** Seconds on the projects with an estimate. */
  tracked_of_estimate: z.int(),
  over_estimate: z.int(),
  unbilled: z.array(CurrencyAmount),
});

export async function sumProjects(
  context: Context,
  input: z.output<typeof SumProjects>,
): Promise<z.output<typeof ProjectSums>> {
  const filters = filtersOf(context, input);
  const [sums, unbilled] = await Promise.all([
    findSums(context.db, filters),
    findUnbilledOf(context.db, filters),
  ]);
  return { ...one(sums), unbilled };
}

/** Materialized, so that SQLite computes each total once. */
const findSums = preparedQuery((db, slots: Slots<Filters>) =>
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

const findUnbilledOf = preparedQuery((db, slots: Slots<Filters>) =>
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
            sql<number>`cast(${UNBILLED_SECONDS} as bigint)`.as("seconds"),
          ]),
    )
    .selectFrom("found")
    .where("seconds", ">", 0)
    .select(["currency", sql<number>`sum(${unbilledValue("rate_minor", "seconds")})`.as("minor")])
    .groupBy("currency")
    .orderBy("currency"),
);
