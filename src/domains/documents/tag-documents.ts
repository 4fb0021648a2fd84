import { z } from "zod";
import { difference, record } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { event, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { timeOfChange } from "../../shared/time.ts";
import { keepTags } from "../tags/keep-tags.ts";
import { linkDocumentTags, settleSearchTexts, unlinkDocumentTags } from "./document-tags.ts";
import { documentSnapshot, lockDocuments, noDocument } from "./document.ts";

/** Documents that one call changes. */
export const MOST_AT_ONCE = 100;

export const chosenDocuments = z.array(uuid).min(1).max(MOST_AT_ONCE);

const tags = z.array(uuid).max(20);

export const TagDocuments = z.strictObject({
  ids: chosenDocuments,
  add: tags.default([]),
  remove: tags.default([]),
});

export const TaggedDocuments = z.object({
  /** The others were as asked already. */
  changed: z.int(),
  event,
});

type TaggedDocuments = z.output<typeof TaggedDocuments>;

/** Adds tags to documents and takes others off, all or none, as one event. */
export async function tagDocuments(
  context: Context,
  { ids, add, remove }: z.output<typeof TagDocuments>,
): Promise<TaggedDocuments> {
  const both = add.find((tag) => remove.includes(tag));
  if (both !== undefined) throw addedAndRemoved(both);
  return transaction(context, async (context) => {
    const { db, team, now } = context;
    await lockTeam(context);
    const documents = await lockDocuments(context, ids);
    const known = new Set(documents.map(({ id }) => id));
    const unknown = ids.find((id) => !known.has(id));
    if (unknown !== undefined) throw noDocument(unknown, `ids.${ids.indexOf(unknown)}`);
    const kept = await keepTags(context, add);
    const links = [
      ...(await unlinkDocumentTags(context, ids, { tags: remove })),
      ...(await linkDocumentTags(
        context,
        documents.flatMap(({ id }) => kept.map((tag_id) => ({ document_id: id, tag_id }))),
      )),
    ];
    const linked = new Set(links.map(({ id }) => id));
    if (linked.size === 0) return { changed: 0, event: null };
    const changes = [];
    for (const before of documents.filter(({ id }) => linked.has(id))) {
      const after = await db
        .updateTable("documents")
        .set({ updated_at: timeOfChange(now, before.updated_at) })
        .where("team_id", "=", team.id)
        .where("id", "=", before.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      const snapshots = difference(documentSnapshot(before), documentSnapshot(after));
      changes.push({ type: "document", id: before.id, ...snapshots } as const);
    }
    await settleSearchTexts(context, [...linked]);
    return { changed: linked.size, event: await record(context, [...changes, ...links]) };
  });
}

function addedAndRemoved(tag: string): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "remove",
    message: `the tag ${tag} is both added and removed`,
    next: "leave one of them out; nothing was done",
  });
}
