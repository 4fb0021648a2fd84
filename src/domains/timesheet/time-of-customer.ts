import { sql } from "kysely";
import type { Context } from "../../db/context.ts";
import { hotQuery, type Slots } from "../../db/hot-query.ts";
import { listProjects } from "../projects/list-projects.ts";
import { shownAmongOthers, shownProject, total } from "./entry.ts";
import { recentEntriesOf } from "./recent-entries.ts";

const MOST_PROJECTS = 50;
const MOST_ENTRIES = 20;

export async function timeOfCustomer(context: Context, customer_id: string) {
  const page = await listProjects(context, { customer_id, limit: MOST_PROJECTS });
  const rows = await recentEntriesOf(context, customer_id, MOST_ENTRIES + 1);
  const entries = rows.slice(0, MOST_ENTRIES);
  const moreProjects = `There are more projects than the newest ${MOST_PROJECTS}; tracker_list_projects with customer_id ${customer_id} lists all.`;
  const moreEntries = `There are more entries than the newest ${MOST_ENTRIES}; tracker_list_entries with a project_id and assigned_id null has them.`;
  const [time] = await findTimeOfCustomer(context.db, { team_id: context.team.id, customer_id });
  return {
    tracked: total(time?.seconds ?? 0),
    projects: page.items.map(shownProject),
    recent_entries: entries.map(shownAmongOthers),
    notices: [
      ...(page.nextCursor === null ? [] : [moreProjects]),
      ...(rows.length > entries.length ? [moreEntries] : []),
    ],
  };
}

/**
 * Sum over the customer's projects, without running timers. A subquery for each project: SQLite would
 * begin a join with all totals of the team.
 */
export const findTimeOfCustomer = hotQuery(
  (db, { slot }: Slots<{ team_id: string; customer_id: string }>) =>
    db
      .selectFrom("tracker_projects as project")
      .where("project.team_id", "=", slot("team_id"))
      .where("project.customer_id", "=", slot("customer_id"))
      .select((row) =>
        sql<number>`coalesce(sum(${row
          .selectFrom("tracker_totals as total")
          .whereRef("total.team_id", "=", "project.team_id")
          .whereRef("total.project_id", "=", "project.id")
          .select(sql<number>`sum(total.seconds)`.as("seconds"))}), 0)`.as("seconds"),
      ),
);
