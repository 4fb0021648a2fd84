import { sql } from "kysely";
import { z } from "zod";
import type { Context } from "../../db/context.ts";
import { indexedBy, joinEach } from "../../db/dialect.ts";
import { hotQuery, type Slots } from "../../db/hot-query.ts";
import type { Db } from "../../db/schema/schema.ts";
import { Tag } from "./tag.ts";

export const CountedTags = z.object({
  tags: z.array(
    Tag.extend({
      /** Current customers, as the list of a tag shows them. */
      customers: z.int(),
      /** Archived customers, which that list leaves out. */
      archived_customers: z.int(),
    }),
  ),
});

/** All tags by name, each with the numbers of its current and its archived customers. */
export async function countTagged({ db, team }: Context): Promise<z.input<typeof CountedTags>> {
  const rows = await findTags(db, { team_id: team.id, is_archived: true });
  return {
    tags: rows.map(({ linked, archived_customers, ...tag }) => ({
      ...tag,
      customers: linked - archived_customers,
      archived_customers,
    })),
  };
}

type Values = { readonly team_id: string; readonly is_archived: boolean };

/** Counts in one pass over the links: a count for each tag reads them tag by tag. */
const findTags = hotQuery((db, { slot }: Slots<Values>) =>
  db
    .selectFrom("tags as tag")
    .leftJoin(
      (db) =>
        db
          .selectFrom("customer_tags")
          .where("team_id", "=", slot("team_id"))
          .select(({ fn }) => ["tag_id", fn.countAll<number>().as("customers")])
          .groupBy("tag_id")
          .as("linked"),
      (on) => on.onRef("linked.tag_id", "=", "tag.id"),
    )
    .leftJoin(archivedOf(db, { slot }).as("archived"), (on) =>
      on.onRef("archived.tag_id", "=", "tag.id"),
    )
    .where("tag.team_id", "=", slot("team_id"))
    .select((row) => [
      "tag.id",
      "tag.name",
      row.fn.coalesce("linked.customers", row.lit(0)).as("linked"),
      row.fn.coalesce("archived.customers", row.lit(0)).as("archived_customers"),
    ])
    .orderBy("tag.name_folded")
    .orderBy("tag.id"),
);

/** Begins with the archived customers: by its statistics SQLite would read all customers of the team. */
function archivedOf(db: Db, { slot }: Pick<Slots<Values>, "slot">) {
  return sql<{ readonly tag_id: string; readonly customers: number }>`(
    select link.tag_id, count(*) as customers
    from customers as customer ${indexedBy(db, "customers_counted")}
    ${joinEach(
      db,
      { table: "customer_tags", as: "link" },
      sql`link.team_id = customer.team_id and link.customer_id = customer.id`,
    )}
    where customer.team_id = ${slot("team_id")} and customer.is_archived = ${slot("is_archived")}
    group by link.tag_id)`;
}
