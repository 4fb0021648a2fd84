import { sql } from "kysely";
import type { SearchWord } from "../../core/fold.ts";
import type { Context } from "../../db/context.ts";
import { hasWordIn } from "../../db/words.ts";
import type { Candidate } from "../search/relevance.ts";
import { getProject, projectOf } from "./find-projects.ts";

type Found = {
  readonly id: string;
  readonly created_at: string;
  readonly name_folded: string;
  readonly customer_folded: string | null;
};

/** The newest projects that contain all words in their names and those of their customers. */
export async function searchProjects(
  context: Context,
  words: readonly SearchWord[],
  rows: number,
): Promise<readonly Candidate[]> {
  const { db, team } = context;
  const holds = words.map(
    (word) => sql`(${hasWordIn([sql.ref("project.name_folded")], word)} or project.customer_id in (
      select customer.id from customers as customer
      where customer.team_id = ${team.id} and ${hasWordIn([sql.ref("customer.name_folded")], word)}))`,
  );
  const { rows: found } = await sql<Found>`
    select project.id, project.created_at, project.name_folded,
      (select customer.name_folded from customers as customer
        where customer.team_id = project.team_id and customer.id = project.customer_id
      ) as customer_folded
    from tracker_projects as project
    where project.team_id = ${team.id} and ${sql.join(holds, sql` and `)}
    order by project.created_at desc, project.id desc limit ${rows}`.execute(db);
  return found.map(({ id, created_at, name_folded, customer_folded }) => ({
    id,
    type: "project",
    created_at,
    texts: { name: name_folded, reference: "", rest: customer_folded ?? "" },
    read: async () => {
      const project = await getProject(context, { id });
      return project === null ? {} : projectOf(project);
    },
  }));
}
