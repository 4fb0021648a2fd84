import { z } from "zod";
import { Recording } from "../../activity/recording.ts";
import { type ById, uuid } from "../../core/fields.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { transaction } from "../../db/transaction.ts";
import { counted } from "../../shared/words.ts";
import { unlinkCustomers } from "../customers/customer-tags.ts";
import { lockTag, tagImage } from "./tag.ts";

export const DeletedTag = z.object({
  id: uuid,
  deleted: z.boolean(),
  name: z.string().nullable().describe("null when there was none"),
});

export type DeletedTag = z.output<typeof DeletedTag>;

/** Question that confirms the deletion; null if there is no such tag. */
export async function lossOfTag(context: Context, { id }: ById): Promise<string | null> {
  const tag = await context.db
    .selectFrom("tags")
    .where("team_id", "=", context.team.id)
    .where("id", "=", id)
    .select([
      "name",
      (tag) =>
        tag
          .selectFrom("customer_tags")
          .where("team_id", "=", context.team.id)
          .where("tag_id", "=", id)
          .select(tag.fn.countAll<number>().as("count"))
          .$asScalar()
          .as("customers"),
    ])
    .executeTakeFirst();
  if (tag === undefined) return null;
  const customers = counted(tag.customers ?? 0, "customer");
  return `Delete the tag ${quoted(tag.name)} for good? It goes from ${customers}; they stay.`;
}

/** Unlinks the tag from everything that carries it, then deletes it. */
export async function deleteTag(context: Context, { id }: ById): Promise<DeletedTag> {
  return transaction(context, async (context) => {
    const tag = await lockTag(context, id);
    if (tag === undefined) return { id, deleted: false, name: null };
    const recording = new Recording(context);
    await unlinkCustomers(context, recording, id);
    await context.db
      .deleteFrom("tags")
      .where("team_id", "=", context.team.id)
      .where("id", "=", id)
      .execute();
    await recording.add([{ type: "tag", id, before: tagImage(tag), after: null }]);
    await recording.end();
    return { id, deleted: true, name: tag.name };
  });
}
