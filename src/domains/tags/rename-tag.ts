import { z } from "zod";
import { difference, record } from "../../activity/journal.ts";
import { changedMeanwhile } from "../../core/errors.ts";
import { label, text, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { settleSearchTexts, taggedDocuments } from "../documents/document-tags.ts";
import { duplicateOf } from "./create-tag.ts";
import { findTagNamed, lockTag, noTag, Tag, tagSnapshot, tagNameColumns } from "./tag.ts";

export const RenameTag = z.strictObject({
  id: uuid,
  name: label(100),
  /** Name of the tag as it was read. */
  seen: text(100).optional(),
});

export type RenameTag = z.output<typeof RenameTag>;

export const RenamedTag = Tag.extend({ event: z.string() });

export type RenamedTag = z.output<typeof RenamedTag>;

/**
 * Renames a tag. Names change one after the other in a team, so that no two become the same.
 * @throws Refusal `changed_meanwhile` when it has no longer the name that was seen
 * @throws Refusal when another tag has the new name, ignoring case
 */
export async function renameTag(
  context: Context,
  { id, name, seen }: RenameTag,
): Promise<RenamedTag> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const before = await lockTag(context, id);
    if (before === undefined) throw noTag(id);
    if (seen !== undefined && seen !== before.name)
      throw changedMeanwhile(
        `somebody has renamed ${seen} to ${before.name}`,
        "look at what it is called now, and rename it again if you still want to",
      );
    const other = await findTagNamed(context, name);
    if (other !== undefined && other.id !== id) throw duplicateOf(other);
    const after = await context.db
      .updateTable("tags")
      .set(tagNameColumns(name))
      .where("team_id", "=", context.team.id)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await settleSearchTexts(context, await taggedDocuments(context, id));
    const snapshots = difference(tagSnapshot(before), tagSnapshot(after));
    const event = await record(context, [{ type: "tag", id, ...snapshots }]);
    return { id, name: after.name, event };
  });
}
