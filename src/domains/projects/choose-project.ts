import { sql } from "kysely";
import { z } from "zod";
import { uuid } from "../../core/fields.ts";
import { fold } from "../../core/fold.ts";
import type { Context } from "../../db/context.ts";
import { hotQuery, type Slots } from "../../db/hot-query.ts";

export const ChooseProject = z.strictObject({
  /** Part of the project's or its customer's name. */
  q: z.string().max(200).default(""),
});

export type ChooseProject = z.output<typeof ChooseProject>;

export const ProjectChoices = z.object({
  projects: z.array(z.object({ id: uuid, name: z.string(), customer: z.string().nullable() })),
  isCut: z.boolean(),
});

export type ProjectChoices = z.output<typeof ProjectChoices>;

const MOST = 50;

/** Projects in progress that time can be tracked on, the newest first. */
export async function chooseProject(
  { db, team }: Context,
  { q }: ChooseProject,
): Promise<ProjectChoices> {
  const holds = fold(q.trim());
  const rows = await findChoices(db, {
    team_id: team.id,
    holds: holds === "" ? undefined : holds,
    rows: MOST + 1,
  });
  return { projects: rows.slice(0, MOST), isCut: rows.length > MOST };
}

type Values = {
  readonly team_id: string;
  readonly holds: string | undefined;
  readonly rows: number;
};

export const findChoices = hotQuery((db, { slot, given }: Slots<Values>) =>
  db
    .selectFrom("tracker_projects as project")
    .leftJoin("customers as customer", (join) =>
      join
        .onRef("customer.team_id", "=", "project.team_id")
        .onRef("customer.id", "=", "project.customer_id"),
    )
    .where("project.team_id", "=", slot("team_id"))
    .where("project.status", "=", sql.lit("in_progress"))
    .$if(given("holds"), (query) =>
      query.where(
        sql<boolean>`(instr(project.name_folded, ${slot("holds")}) > 0
          or instr(coalesce(customer.name_folded, ''), ${slot("holds")}) > 0)`,
      ),
    )
    .select(["project.id", "project.name", "customer.name as customer"])
    .orderBy("project.created_at", "desc")
    .orderBy("project.id", "desc")
    .limit(slot("rows")),
);
