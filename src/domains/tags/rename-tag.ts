import { z } from "zod";
import { difference, record } from "../../activity/journal.ts";
import { label, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { holdTeam } from "../../db/hold-team.ts";
import { transaction } from "../../db/transaction.ts";
import { duplicateOf } from "./create-tag.ts";
import { findTagNamed, lockTag, noTag, type Tag, tagImage, tagNameColumns } from "./tag.ts";

export const RenameTag = z.strictObject({ id: uuid, name: label(100) });

export type RenameTag = z.output<typeof RenameTag>;

/**
 * Renames a tag. Names change one after the other in a team, so that no two become the same.
 * @throws Refusal when another tag has that name, ignoring case
 */
export async function renameTag(context: Context, { id, name }: RenameTag): Promise<Tag> {
  return transaction(context, async (context) => {
    await holdTeam(context);
    const before = await lockTag(context, id);
    if (before === undefined) throw noTag(id);
    const other = await findTagNamed(context, name);
    if (other !== undefined && other.id !== id) throw duplicateOf(other);
    const after = await context.db
      .updateTable("tags")
      .set(tagNameColumns(name))
      .where("team_id", "=", context.team.id)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const images = difference(tagImage(before), tagImage(after));
    await record(context, [{ type: "tag", id, ...images }]);
    return after;
  });
}
