import { z } from "zod";
import { type Change, record } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { label, limit, text, uuid } from "../../core/fields.ts";
import { fold, foldCase } from "../../core/fold.ts";
import { pageOf, readCursor } from "../../core/page.ts";
import type { Context } from "../../db/context.ts";
import { lockRows } from "../../db/dialect.ts";
import { transaction } from "../../db/transaction.ts";

export const Tag = z.object({ id: uuid, name: z.string() });

export const TagList = z.object({ items: z.array(Tag), nextCursor: z.string().nullable() });

export const ListTags = z.strictObject({
  cursor: text(1000).nullish(),
  limit: limit.optional(),
});

/** By name; the whole catalogue when neither a cursor nor a limit is given. */
export async function listTags(context: Context, { cursor, limit }: z.output<typeof ListTags>) {
  const listing = [context.team.id, "tags_list"];
  const after = readCursor(z.tuple([text(500), uuid]), listing, cursor);
  const asked = limit ?? (after === null ? null : 100);
  let tags = context.db
    .selectFrom("tags")
    .select(["id", "name", "name_folded"])
    .where("team_id", "=", context.team.id);
  if (after !== null)
    tags = tags.where((row) => row(row.refTuple("name_folded", "id"), ">", row.tuple(...after)));
  if (asked !== null) tags = tags.limit(asked + 1);
  const rows = await tags.orderBy("name_folded").orderBy("id").execute();
  return pageOf(listing, rows, asked ?? rows.length, (row) => [row.name_folded, row.id]);
}

export const CreateTag = z.strictObject({ name: label(100) });

/** A new tag; its name is unique in the team, ignoring case. */
export async function createTag(context: Context, { name }: z.output<typeof CreateTag>) {
  return transaction(context, async (context) => {
    const tag = { id: context.newId(), name: name.normalize("NFC") };
    const kept = await context.db
      .insertInto("tags")
      .values({
        ...tag,
        team_id: context.team.id,
        name_key: foldCase(name),
        name_folded: fold(name),
        created_at: context.now,
      })
      // One that exists is written as it is: that answers it, and keeps it until the refusal is made.
      .onConflict((conflict) =>
        conflict
          .columns(["team_id", "name_key"])
          .doUpdateSet({ name: (row) => row.ref("tags.name") }),
      )
      .returning(["id", "name"])
      .executeTakeFirstOrThrow();
    if (kept.id !== tag.id) throw duplicateOf(kept);
    await record(context, [{ type: "tag", id: tag.id, before: null, after: tag }]);
    return tag;
  });
}

export const DeleteTag = z.strictObject({ id: uuid });

export const DeletedTag = z.object({
  id: uuid,
  deleted: z.boolean(),
  name: z.string().nullable().describe("null when there was none"),
});

/** Unlinks the tag from all that carries it, and removes it. */
export async function deleteTag(context: Context, { id }: z.output<typeof DeleteTag>) {
  return transaction(context, async (context) => {
    const tag = await lockTag(context, id);
    if (tag === undefined) return { id, deleted: false, name: null };
    const links = await unlinkCustomers(context, id);
    await context.db
      .deleteFrom("tags")
      .where("team_id", "=", context.team.id)
      .where("id", "=", id)
      .execute();
    await record(context, [...links, { type: "tag", id, before: tag, after: null }]);
    return { id, deleted: true, name: tag.name };
  });
}

async function unlinkCustomers(context: Context, tagId: string): Promise<readonly Change[]> {
  const links = await context.db
    .deleteFrom("customer_tags")
    .where("team_id", "=", context.team.id)
    .where("tag_id", "=", tagId)
    .returning(["customer_id", "tag_id"])
    .execute();
  return links.map((link) => ({
    type: "customer_tag",
    id: link.customer_id,
    before: link,
    after: null,
  }));
}

/** The tag, which nobody else can link or delete while the transaction is open. */
function lockTag(context: Context, id: string) {
  const tags = context.db
    .selectFrom("tags")
    .where("team_id", "=", context.team.id)
    .where("id", "=", id);
  return lockRows(context.db, tags.select(["id", "name"])).executeTakeFirst();
}

function duplicateOf({ id, name }: z.output<typeof Tag>): Refusal {
  return new Refusal({
    code: "already_exists",
    path: "name",
    message: `The tag ${JSON.stringify(name)} exists already`,
    next: `use its id ${id}`,
  });
}
