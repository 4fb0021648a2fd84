import { z } from "zod";
import { Recording } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { keepCustomersOf, unlinkCustomers } from "../customers/customer-tags.ts";
import { settleSearchTexts, unlinkDocuments } from "../documents/document-tags.ts";
import { takeTagFromRules } from "../rules/rule.ts";
import { unlinkTransactions } from "../transactions/transaction-tags.ts";
import { lockTag, noTag, Tag, tagSnapshot } from "./tag.ts";

export const MergeTags = z.strictObject({ id: uuid, into: uuid });

export type MergeTags = z.output<typeof MergeTags>;

export const MergedTags = z.object({
  tag: Tag,
  /** Customers, transactions and documents that the other tag went from. */
  customers: z.int(),
  transactions: z.int(),
  documents: z.int(),
  event: z.string(),
});

export type MergedTags = z.output<typeof MergedTags>;

/** Gives what has a tag, and the rules that add it, another one instead, each once, and deletes the tag. */
export async function mergeTags(context: Context, { id, into }: MergeTags): Promise<MergedTags> {
  if (id === into) throw intoItself();
  return transaction(context, async (context) => {
    await lockTeam(context);
    await keepCustomersOf(context, id);
    // In one order, so that two merges of the same tags meet and do not block each other.
    const locked = new Map<string, Awaited<ReturnType<typeof lockTag>>>();
    for (const tag of [id, into].toSorted()) locked.set(tag, await lockTag(context, tag));
    const [gone, heir] = [locked.get(id), locked.get(into)];
    if (gone === undefined) throw noTag(id);
    if (heir === undefined) throw noTag(into, "into");
    const recording = new Recording(context);
    const customers = await unlinkCustomers(context, recording, id, into);
    const transactions = await unlinkTransactions(context, recording, id, into);
    const documents = await unlinkDocuments(context, recording, id, into);
    await settleSearchTexts(context, documents);
    await recording.add(await takeTagFromRules(context, id, into));
    await context.db
      .deleteFrom("tags")
      .where("team_id", "=", context.team.id)
      .where("id", "=", id)
      .execute();
    await recording.add([{ type: "tag", id, before: tagSnapshot(gone), after: null }]);
    const moved = { customers, transactions, documents: documents.length };
    return { tag: heir, ...moved, event: await recording.end() };
  });
}

function intoItself(): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "into",
    message: "A tag cannot be merged into itself",
    next: "choose another tag",
  });
}
