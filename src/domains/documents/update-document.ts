import { z } from "zod";
import { difference, record } from "../../activity/journal.ts";
import { changedMeanwhile } from "../../core/errors.ts";
import { filterDay, instant, label, line, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { fileName, nameToSave } from "../../files/file-name.ts";
import { timeOfChange } from "../../shared/time.ts";
import { settleItems } from "../inbox/save-fields.ts";
import { keepTags } from "../tags/keep-tags.ts";
import { kindOfKept } from "./document-file.ts";
import { linkDocumentTags, settleSearchTexts, unlinkDocumentTags } from "./document-tags.ts";
import {
  type DocumentRecord,
  documentSnapshot,
  lockDocuments,
  noDocument,
  shownDateOf,
} from "./document.ts";

const MOST_TAGS = 50;

export const UpdateDocument = z.strictObject({
  id: uuid,
  /** Gets the ending of its kind of file where it lacks it. */
  name: label(200).optional(),
  /** Null or empty for the title that was read. */
  title: line(300).nullable().optional(),
  /** Null for the date that was read. */
  date: filterDay.nullable().optional(),
  /** In the place of all. */
  tag_ids: z.array(uuid).max(MOST_TAGS).optional(),
  /** `updated_at` of the document as it was read. */
  seen: instant.optional(),
});

type UpdateDocument = z.output<typeof UpdateDocument>;

/**
 * Changes the given fields only.
 * @returns the event's id; null when all was as asked
 * @throws Refusal `changed_meanwhile` when it has changed since it was seen
 */
export async function updateDocument(
  context: Context,
  { id, tag_ids, seen, ...input }: UpdateDocument,
): Promise<string | null> {
  return transaction(context, async (context) => {
    const { db, team, now } = context;
    await lockTeam(context);
    const [before] = await lockDocuments(context, [id]);
    if (before === undefined) throw noDocument(id);
    if (seen !== undefined && seen !== before.updated_at)
      throw changedMeanwhile(
        "The document was changed meanwhile",
        "look at what changed, and save again; nothing was saved",
      );
    const values = await valuesOf(context, before, input);
    const tags = tag_ids === undefined ? null : await keepTags(context, tag_ids);
    const links =
      tags === null
        ? []
        : [
            ...(await unlinkDocumentTags(context, [id], { staying: tags })),
            ...(await linkDocumentTags(
              context,
              tags.map((tag_id) => ({ document_id: id, tag_id })),
            )),
          ];
    const isSame = Object.keys(difference(before, { ...before, ...values }).after).length === 0;
    if (isSame && links.length === 0) return null;
    const after = await db
      .updateTable("documents")
      .set({
        ...values,
        shown_date: shownDateOf({ ...before, ...values }),
        updated_at: timeOfChange(now, before.updated_at),
      })
      .where("team_id", "=", team.id)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await settleSearchTexts(context, [id]);
    await settleReceipts(context, [id]);
    const snapshots = difference(documentSnapshot(before), documentSnapshot(after));
    return record(context, [{ type: "document", id, ...snapshots }, ...links]);
  });
}

type Values = Partial<Pick<DocumentRecord, "name" | "title" | "date">>;

async function valuesOf(
  context: Context,
  { sha256 }: DocumentRecord,
  { name, title, date }: Omit<UpdateDocument, "id" | "tag_ids" | "seen">,
): Promise<Values> {
  const kind = name === undefined ? null : await kindOfKept(context, sha256);
  return {
    ...(name === undefined || kind === null
      ? {}
      : { name: nameToSave(fileName(name, kind), kind) }),
    ...(title === undefined ? {} : { title: title === "" ? null : title }),
    ...(date === undefined ? {} : { date }),
  };
}

/** Puts right what the receipts of documents show of their names and titles. */
export async function settleReceipts(context: Context, ids: readonly string[]): Promise<void> {
  const { db, team } = context;
  const items = await db
    .selectFrom("inbox_items")
    .select("id")
    .where("team_id", "=", team.id)
    .where("document_id", "in", ids)
    .execute();
  if (items.length > 0)
    await settleItems(
      context,
      items.map((item) => item.id),
    );
}
