import { z } from "zod";
import type { Image } from "../../activity/image.ts";
import { namesIn, type Subject } from "../../activity/subject.ts";
import type { Clash } from "../../activity/undo-rows.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { tagNameColumns } from "./tag.ts";

const Named = z.object({ id: z.string(), name: z.string() });

/** How the journal tells of tags, and how that is undone. */
export const tagSubject: Subject = {
  label: "Tag",
  fields: { name: "Name" },
  refers: {},
  names: namesIn("tags"),
  namedIn: "name",
  undo: {
    table: "tags",
    key: ["id"],
    derived: (image) => tagNameColumns(Named.parse(image).name),
    referredBy: [{ table: "customer_tags", column: "tag_id", one: "customer" }],
    clash: namesake,
  },
};

/** Another tag that has the name by now. */
async function namesake({ db, team }: Context, row: Image): Promise<Clash | null> {
  const { id, name } = Named.parse(row);
  const { name_key } = tagNameColumns(name);
  const other = await db
    .selectFrom("tags")
    .select("name")
    .where("team_id", "=", team.id)
    .where("name_key", "=", name_key)
    .where("id", "!=", id)
    .executeTakeFirst();
  if (other === undefined) return null;
  return {
    message: `there is another tag ${quoted(other.name)} now`,
    next: "delete that one first",
  };
}
