import { sql } from "kysely";
import { z } from "zod";
import { cursor, limit, text, uuid } from "../../core/fields.ts";
import { catalogueLimit, listingOf, pageOf, readCursor } from "../../core/page.ts";
import type { Context } from "../../db/context.ts";
import { indexedBy, joinEach } from "../../db/dialect.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import type { Db } from "../../db/schema/schema.ts";
import { Tag } from "./tag.ts";

export const ListTags = z.strictObject({
  cursor: cursor.nullish(),
  limit: limit.optional(),
});

export type ListTags = z.output<typeof ListTags>;

export const TagList = z.object({ items: z.array(Tag), nextCursor: z.string().nullable() });

export type TagList = z.output<typeof TagList>;

const SortKey = z.tuple([text(500), uuid]);

/** By name; all tags when neither a cursor nor a limit is given. */
export async function listTags(context: Context, input: ListTags): Promise<TagList> {
  const listing = listingOf(context, input);
  const after = readCursor(SortKey, listing, input.cursor);
  const limit = catalogueLimit(input.limit, after);
  const rows = await findTags(context.db, {
    team_id: context.team.id,
    after_name: after?.[0],
    after_id: after?.[1],
    rows: limit + 1,
  });
  return pageOf(listing, rows, limit, (row) => [row.name_folded, row.id]);
}

type Values = {
  readonly team_id: string;
  readonly after_name: string | undefined;
  readonly after_id: string | undefined;
  readonly rows: number;
};

const findTags = preparedQuery((db, { slot, given }: Slots<Values>) =>
  db
    .selectFrom("tags")
    .select(["id", "name", "name_folded"])
    .where("team_id", "=", slot("team_id"))
    .$if(given("after_id"), (query) =>
      query.where((row) =>
        row(
          row.refTuple("name_folded", "id"),
          ">",
          row.tuple(slot("after_name"), slot("after_id")),
        ),
      ),
    )
    .orderBy("name_folded")
    .orderBy("id")
    .limit(slot("rows")),
);

export const CountedTags = z.object({
  tags: z.array(
    Tag.extend({
      /** Current customers: those that the list of a tag shows. */
      customers: z.int(),
      archived_customers: z.int(),
    }),
  ),
});

export async function countTagged({ db, team }: Context): Promise<z.input<typeof CountedTags>> {
  const rows = await findCounted(db, { team_id: team.id, is_archived: true });
  return {
    tags: rows.map(({ linked, archived_customers, ...tag }) => ({
      ...tag,
      customers: linked - archived_customers,
      archived_customers,
    })),
  };
}

type CountedValues = { readonly team_id: string; readonly is_archived: boolean };

/** Counts in one pass over the links: a count for each tag reads them tag by tag. */
const findCounted = preparedQuery((db, { slot }: Slots<CountedValues>) =>
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
function archivedOf(db: Db, { slot }: Pick<Slots<CountedValues>, "slot">) {
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
