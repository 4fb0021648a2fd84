import { z } from "zod";
import { record } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { label } from "../../core/fields.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { preparedQuery, one, type Slots } from "../../db/prepared-query.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { countTags, MOST_TAGS, Tag, tagSnapshot, tagNameColumns } from "./tag.ts";

export const CreateTag = z.strictObject({ name: label(100) });

export type CreateTag = z.output<typeof CreateTag>;

export const CreatedTag = Tag.extend({ event: z.string() });

export type CreatedTag = z.output<typeof CreatedTag>;

/** Its name is unique in the team, ignoring case; a team has `MOST_TAGS` at most. */
export async function createTag(context: Context, { name }: CreateTag): Promise<CreatedTag> {
  return transaction(context, async (context) => {
    const id = context.newId();
    const row = { team_id: context.team.id, id, ...tagNameColumns(name), created_at: context.now };
    const [, inserted, count] = await Promise.all([
      lockTeam(context),
      insertTag(context.db, row),
      countTags(context),
    ]);
    const tag = one(inserted);
    if (tag.id !== id) throw duplicateOf(tag);
    if (count > MOST_TAGS) throw tooManyTags();
    const after = tagSnapshot(tag);
    const event = await record(context, [{ type: "tag", id, before: null, after }]);
    return { id, name: tag.name, event };
  });
}

/** Updates an existing tag to itself: this returns and locks it until the refusal is made. */
const insertTag = preparedQuery((db, { row }: Slots<Schema["tags"]>) =>
  db
    .insertInto("tags")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(["team_id", "name_key"])
        .doUpdateSet({ name: (row) => row.ref("tags.name") }),
    )
    .returningAll(),
);

export function duplicateOf({ id, name }: Tag): Refusal {
  return new Refusal({
    code: "already_exists",
    path: "name",
    message: `The tag ${quoted(name)} exists already`,
    next: `use its id ${id}`,
  });
}

export function tooManyTags(): Refusal {
  return new Refusal({
    code: "too_many",
    message: `The team has ${MOST_TAGS} tags, and no more fit`,
    next: "use one that tags_list shows, or delete one first",
  });
}
