import { z } from "zod";
import { type Change, record } from "../../activity/journal.ts";
import { event, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { unlinkDocumentTags } from "./document-tags.ts";
import { documentSnapshot, lockDocuments } from "./document.ts";
import { chosenDocuments } from "./tag-documents.ts";

export const DeleteDocuments = z.strictObject({ ids: chosenDocuments });

const counts = {
  unlinked_tags: z.int(),
  deleted_attachments: z.int(),
  deleted_inbox_items: z.int(),
};

export const DeletedDocument = z.object({ id: uuid, deleted: z.boolean(), ...counts });

export const DeletedDocuments = z.object({ deleted: z.int(), ...counts, event });

export type DeletedDocuments = z.output<typeof DeletedDocuments>;

/**
 * Deletes documents with their tags, attachments and items of the inbox; those that the team does not have count as
 * deleted before. The bytes stay for 31 days, so that all of it can be undone.
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
    await db
      .deleteFrom("documents")
      .where("team_id", "=", team.id)
      .where("id", "in", found)
      .execute();
    const gone = documents.map((row): Change => {
      return { type: "document", id: row.id, before: documentSnapshot(row), after: null };
    });
    return {
      ...NOTHING,
      deleted: found.length,
      unlinked_tags: tags.length,
      event: await record(context, [...tags, ...gone]),
    };
  });
}

const NOTHING = { deleted: 0, unlinked_tags: 0, deleted_attachments: 0, deleted_inbox_items: 0 };
