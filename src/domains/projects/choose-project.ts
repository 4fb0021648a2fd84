import { sql } from "kysely";
import { z } from "zod";
import { uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { indexedBy } from "../../db/dialect.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import type { Db, Schema } from "../../db/schema/schema.ts";
import { hasWordIn, type Words, wordsAsked, wordSlots } from "../../db/words.ts";

export const ChooseProject = z.strictObject({
  /** Part of the project's or its customer's name. */
  q: z.string().max(200).default(""),
  customer_id: uuid.optional(),
});

export const ProjectChoices = z.object({
  projects: z.array(z.object({ id: uuid, name: z.string(), customer: z.string().nullable() })),
  isCut: z.boolean(),
});

const MOST = 50;

/** Projects in progress that time can be tracked on, the newest first. */
export async function chooseProject(
  { db, team }: Context,
  { q, customer_id }: z.output<typeof ChooseProject>,
): Promise<z.output<typeof ProjectChoices>> {
  const rows = await findChoices(db, {
    team_id: team.id,
    ...wordsAsked(q),
    customer_id,
    rows: MOST + 1,
  });
  return { projects: rows.slice(0, MOST), isCut: rows.length > MOST };
}

type Values = Words & {
  readonly team_id: string;
  readonly customer_id?: string | undefined;
  readonly rows: number;
};

/** Finds the page in indexes alone, those of the customers' names included, then reads only its rows. */
export const findChoices = preparedQuery((db, slots: Slots<Values>) =>
  db
    .selectFrom(pageOf(db, slots).as("page"))
    .innerJoin("tracker_projects as chosen", (join) =>
      join.on("chosen.team_id", "=", slots.slot("team_id")).onRef("chosen.id", "=", "page.id"),
    )
    .leftJoin("customers as named", (join) =>
      join
        .onRef("named.team_id", "=", "chosen.team_id")
        .onRef("named.id", "=", "chosen.customer_id"),
    )
    .select(["chosen.id", "chosen.name", "named.name as customer"])
    .orderBy("page.created_at", "desc")
    .orderBy("page.id", "desc"),
);

function pageOf(db: Db, slots: Slots<Values>) {
  const { slot } = slots;
  const customer = sql`(select customer.name_folded
    from customers as customer ${indexedBy(db, "customers_named")}
    where customer.team_id = project.team_id and customer.id = project.customer_id)`;
  const holds = wordSlots(slots).map((word) =>
    hasWordIn([sql.ref("project.name_folded"), customer], word),
  );
  return db
    .selectFrom(projectsOf(db, slots).as("project"))
    .where("project.team_id", "=", slot("team_id"))
    .where("project.status", "=", sql.lit("in_progress"))
    .$if(holds.length > 0, (query) => query.where((row) => row.and(holds)))
    .select(["project.id", "project.created_at"])
    .orderBy("project.created_at", "desc")
    .orderBy("project.id", "desc")
    .limit(slot("rows"));
}

/** Searches those of a customer by the customer's index, which SQLite would not choose for a new team. */
function projectsOf(db: Db, { slot, given }: Slots<Values>) {
  const index = given("customer_id")
    ? "tracker_projects_by_customer"
    : "tracker_projects_by_status";
  const customer = given("customer_id") ? sql`and customer_id = ${slot("customer_id")}` : sql``;
  return sql<
    Schema["tracker_projects"]
  >`(select * from tracker_projects as project ${indexedBy(db, index)}
    where team_id = ${slot("team_id")} ${customer})`;
}
