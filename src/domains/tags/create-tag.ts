import { z } from "zod";
import { record } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { label } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { transaction } from "../../db/transaction.ts";
import { type Tag, tagImage, tagNameColumns } from "./tag.ts";

export const CreateTag = z.strictObject({ name: label(100) });

export type CreateTag = z.output<typeof CreateTag>;

/** A new tag; its name is unique in the team, ignoring case. */
export async function createTag(context: Context, { name }: CreateTag): Promise<Tag> {
  return transaction(context, async (context) => {
    const id = context.newId();
    const tag = await context.db
      .insertInto("tags")
      .values({
        team_id: context.team.id,
        id,
        ...tagNameColumns(name),
        created_at: context.now,
      })
      // One that exists is written as it is: that answers it, and keeps it until the refusal is made.
      .onConflict((conflict) =>
        conflict
          .columns(["team_id", "name_key"])
          .doUpdateSet({ name: (row) => row.ref("tags.name") }),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
    if (tag.id !== id) throw duplicateOf(tag);
    await record(context, [{ type: "tag", id, before: null, after: tagImage(tag) }]);
    return tag;
  });
}

function duplicateOf({ id, name }: Tag): Refusal {
  return new Refusal({
    code: "already_exists",
    path: "name",
    message: `The tag ${JSON.stringify(name)} exists already`,
    next: `use its id ${id}`,
  });
}
