import { sql } from "kysely";
import { z } from "zod";
import type { Context } from "../../db/context.ts";
import { hotQuery, type Slots } from "../../db/hot-query.ts";
import { selectTime, TrackedProject } from "../timesheet/tracked-time.ts";

export const Recent = z.object({
  recent: z.array(z.object({ project: TrackedProject, description: z.string().nullable() })),
});

export type Recent = z.output<typeof Recent>;

const MOST = 8;
/** Newest entries in which they are looked for. */
const LOOKED_AT = 200;

/** The caller's last distinct combinations of project and description, without completed projects. */
export async function recentWork({ db, team, actor }: Context): Promise<Recent> {
  const rows = await findNewest(db, { team_id: team.id, assigned_id: actor.id, rows: LOOKED_AT });
  const known = new Map(rows.map((row) => [`${row.project_id} ${row.description ?? ""}`, row]));
  // A later row of the same combination has replaced the value, but not the place.
  const recent = [...known.values()].slice(0, MOST).map((row) => ({
    project: { id: row.project_id, name: row.project_name, customer: row.customer_name },
    description: row.description,
  }));
  return { recent };
}

type Values = { readonly team_id: string; readonly assigned_id: string; readonly rows: number };

export const findNewest = hotQuery((db, { slot }: Slots<Values>) =>
  selectTime(
    db,
    sql`(select * from tracker_entries as listed
      where listed.team_id = ${slot("team_id")} and listed.assigned_id = ${slot("assigned_id")}
      order by listed.sort_key desc limit ${slot("rows")})`,
  )
    .where("project.status", "=", sql.lit("in_progress"))
    .orderBy("entry.sort_key", "desc"),
);
