import { sql } from "kysely";
import { hotQuery, type Slots } from "../../db/hot-query.ts";
import type { Day } from "../../shared/time.ts";

type Values = {
  readonly team_id: string;
  readonly from: Day;
  readonly to: Day;
  /** The reader. */
  readonly person_id: string;
};

/** Seconds of the team by day, without running timers: all, the reader's, and on billable projects. */
export const findHours = hotQuery((db, { slot }: Slots<Values>) =>
  db
    .selectFrom("tracker_entries as entry")
    .innerJoin("tracker_projects as project", (join) =>
      join
        .onRef("project.team_id", "=", "entry.team_id")
        .onRef("project.id", "=", "entry.project_id"),
    )
    .where("entry.team_id", "=", slot("team_id"))
    .where("entry.date", ">=", slot("from"))
    .where("entry.date", "<=", slot("to"))
    // As in the partial index.
    .where(sql<boolean>`entry.duration > 0`)
    .select([
      "entry.date",
      sql<number>`sum(entry.duration)`.as("seconds"),
      sql<number>`sum(case when entry.assigned_id = ${slot("person_id")} then entry.duration else 0 end)`.as(
        "own",
      ),
      sql<number>`sum(case when project.billable then entry.duration else 0 end)`.as("billable"),
    ])
    .groupBy("entry.date")
    .orderBy("entry.date"),
);
