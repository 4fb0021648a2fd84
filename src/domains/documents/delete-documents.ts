import { z } from "zod";
import { type Change, record } from "../../activity/journal.ts";
import { type ById, event, uuid } from "../../core/fields.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { counted, enumerated } from "../../shared/words.ts";
import { detachDocument } from "../inbox/attachments.ts";
import { itemSnapshot, lockItems } from "../inbox/item.ts";
import { askForPayments, settleItems } from "../inbox/save-fields.ts";
import { unlinkDocumentTags } from "./document-tags.ts";
import { documentSnapshot, lockDocuments } from "./document.ts";
import { chosenDocuments } from "./tag-documents.ts";
import { removeWords } from "./words/write-words.ts";

export const DeleteDocuments = z.strictObject({ ids: chosenDocuments });

const counts = {
  unlinked_tags: z.int(),
  deleted_attachments: z.int(),
  deleted_inbox_items: z.int(),
};

export const DeletedDocument = z.object({ id: uuid, deleted: z.boolean(), ...counts });

export const DeletedDocuments = z.object({ deleted: z.int(), ...counts, event });

export type DeletedDocuments = z.output<typeof DeletedDocuments>;

export async function lossOfDocument(context: Context, { id }: ById): Promise<string | null> {
  const { db, team } = context;
  const document = await db
    .selectFrom("documents")
    .select("name")
    .where("team_id", "=", team.id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (document === undefined) return null;
  const [tags, attachments, items] = await Promise.all([
    db
      .selectFrom("document_tags")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("team_id", "=", team.id)
      .where("document_id", "=", id)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom("transaction_attachments")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("team_id", "=", team.id)
      .where("document_id", "=", id)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom("inbox_items")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("team_id", "=", team.id)
      .where("document_id", "=", id)
      .where("status", "<>", "deleted")
      .executeTakeFirstOrThrow(),
  ]);
  const gone = enumerated([
    counted(tags.count, "tag link"),
    counted(attachments.count, "attachment to transactions", "attachments to transactions"),
    counted(items.count, "receipt in the inbox", "receipts in the inbox"),
  ]);
  const tax =
    attachments.count === 0 ? "" : " The transactions stay, with the tax that they had before it.";
  return `Delete the document ${quoted(document.name)} for good? With its file and text go ${gone}.${tax}`;
}

/**
 * Deletes documents with their tags, attachments and items of the inbox; an id that the team does not have is passed
 * over. The bytes stay for 31 days, so that all of it can be undone.
 */
export async function deleteDocuments(
  context: Context,
  { ids }: z.output<typeof DeleteDocuments>,
): Promise<DeletedDocuments> {
  return transaction(context, async (context) => {
    const { db, team } = context;
    await lockTeam(context);
    const documents = await lockDocuments(context, ids);
    const found = documents.map(({ id }) => id);
    if (found.length === 0) return { ...NOTHING, event: null };
    const tags = await unlinkDocumentTags(context, found);
    const detached: Change[] = [];
    for (const id of found) detached.push(...(await detachDocument(context, id)));
    const items = await deleteItemsOf(context, found);
    await removeWords(context, found);
    await db
      .deleteFrom("documents")
      .where("team_id", "=", team.id)
      .where("id", "in", found)
      .execute();
    const gone = documents.map((row): Change => {
      return { type: "document", id: row.id, before: documentSnapshot(row), after: null };
    });
    const event = await record(context, [...tags, ...detached, ...items, ...gone]);
    return {
      deleted: found.length,
      unlinked_tags: tags.length,
      deleted_attachments: detached.filter(isDeletedAttachment).length,
      deleted_inbox_items: items.filter(isShownItem).length,
      event,
    };
  });
}

const NOTHING = { deleted: 0, unlinked_tags: 0, deleted_attachments: 0, deleted_inbox_items: 0 };

function isDeletedAttachment({ type, after }: Change): boolean {
  return type === "attachment" && after === null;
}

/**
 * Papers that followed one of these in a group, or were taken for its copies, stand by themselves then. Attachments are
 * off already.
 */
async function deleteItemsOf(
  context: Context,
  documentIds: readonly string[],
): Promise<readonly Change[]> {
  const { db, team } = context;
  const known = await db
    .selectFrom("inbox_items")
    .select("id")
    .where("team_id", "=", team.id)
    .where("document_id", "in", documentIds)
    .execute();
  const ids = known.map(({ id }) => id);
  if (ids.length === 0) return [];
  const items = await lockItems(context, ids);
  const followers = await db
    .selectFrom("inbox_items")
    .select("id")
    .where("team_id", "=", team.id)
    .where("id", "not in", ids)
    .where((item) => item.or([item("group_id", "in", ids), item("duplicate_of", "in", ids)]))
    .execute();
  await db
    .deleteFrom("inbox_items")
    .where("team_id", "=", team.id)
    .where("id", "in", ids)
    .execute();
  const left = followers.map(({ id }) => id);
  await askForPayments(context, await settleItems(context, left));
  return items.map((row): Change => {
    return { type: "inbox_item", id: row.id, before: itemSnapshot(row), after: null };
  });
}

/** False for a receipt that was deleted from the inbox before: it goes without a word. */
function isShownItem({ before }: Change): boolean {
  return before !== null && !("filed" in before && before.filed === "deleted");
}
