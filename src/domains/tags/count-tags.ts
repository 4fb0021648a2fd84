import { z } from "zod";
import type { Context } from "../../db/context.ts";
import { hotQuery, type Slots } from "../../db/hot-query.ts";
import { Tag } from "./tag.ts";

export const CountedTags = z.object({
  tags: z.array(Tag.extend({ customers: z.int() })),
});

/** All tags by name, each with the number of customers that have it. */
export async function countTagged({ db, team }: Context): Promise<z.input<typeof CountedTags>> {
  return { tags: await findTags(db, { team_id: team.id }) };
}

/** Counts in one pass over the links: a count for each tag reads them tag by tag. */
const findTags = hotQuery((db, { slot }: Slots<{ readonly team_id: string }>) =>
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
    .where("tag.team_id", "=", slot("team_id"))
    .select((row) => [
      "tag.id",
      "tag.name",
      row.fn.coalesce("linked.customers", row.lit(0)).as("customers"),
    ])
    .orderBy("tag.name_folded")
    .orderBy("tag.id"),
);
