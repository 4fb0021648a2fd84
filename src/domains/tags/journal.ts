import { z } from "zod";
import type { Image } from "../../activity/image.ts";
import { namesIn, type SharedSubject } from "../../activity/subject.ts";
import type { Clash } from "../../activity/undo-rows.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { countTags, lockTags, MOST_TAGS, type tagImage, tagNameColumns } from "./tag.ts";

const Named = z.object({ id: z.string(), name: z.string() });

type Column = Exclude<keyof ReturnType<typeof tagImage>, "id">;

/** Tags in the journal, and how they are undone. */
export const tagSubject: SharedSubject<Column> = {
  isPrivate: false,
  noun: { label: "Tag", one: "a tag", named: "the tag *", many: "tags" },
  verbs: { created: "added *", changed: "changed *", deleted: "deleted *" },
  doors: {
    tags_create: { did: "created", said: "added *", tried: "add a tag" },
    tags_delete: { did: "deleted", said: "deleted *", tried: "delete a tag" },
  },
  fields: { name: { label: "Name", kind: "text" }, created_at: null },
  page: null,
  names: namesIn("tags"),
  namedIn: "name",
  undo: {
    table: "tags",
    key: ["id"],
    derived: (image) => tagNameColumns(Named.parse(image).name),
    referredBy: [{ table: "customer_tags", column: "tag_id", one: "customer" }],
    hold: lockTags,
    clash: inTheWay,
  },
};

/** Another tag with the same name, or as many tags as a team can have. */
async function inTheWay(context: Context, row: Image): Promise<Clash | null> {
  const { db, team } = context;
  const { id, name } = Named.parse(row);
  const { name_key } = tagNameColumns(name);
  const other = await db
    .selectFrom("tags")
    .select("name")
    .where("team_id", "=", team.id)
    .where("name_key", "=", name_key)
    .where("id", "!=", id)
    .executeTakeFirst();
  if (other !== undefined)
    return {
      message: `there is another tag ${quoted(other.name)} now`,
      next: "delete that one first",
    };
  if ((await countTags(context)) < MOST_TAGS) return null;
  return { message: `the team has ${MOST_TAGS} tags now`, next: "delete one first" };
}
