import { z } from "zod";
import { cursor, limit, text, uuid } from "../../core/fields.ts";
import { catalogueLimit, listingOf, pageOf, readCursor } from "../../core/page.ts";
import type { Context } from "../../db/context.ts";
import { hotQuery, type Slots } from "../../db/hot-query.ts";
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

const findTags = hotQuery((db, { slot, given }: Slots<Values>) =>
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
