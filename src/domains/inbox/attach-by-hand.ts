import { z } from "zod";
import { type Change, contextOfMaker, record } from "../../activity/journal.ts";
import { notFound } from "../../core/errors.ts";
import { type ById, uuid } from "../../core/fields.ts";
import type { AuditContext, Context } from "../../db/context.ts";
import type { OfTeam } from "../../db/outbox.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { lockDocuments, noDocument } from "../documents/document.ts";
import { readDocuments } from "../documents/find-documents.ts";
import { documentRow } from "../documents/page-answers.ts";
import { findTransaction } from "../transactions/get-transaction.ts";
import { noTransaction } from "../transactions/transaction.ts";
import { type AttachmentRow, lockAttachments } from "./attachment-rows.ts";
import { attachPapers, detach, reopenItems, settleTaxes } from "./attachments.ts";
import { lockGroup } from "./item.ts";
import { lockPayment, matchItem } from "./match-items.ts";
import type { ShownAttachments } from "./page-answers.ts";

export const AttachDocument = z.strictObject({ id: uuid, document_id: uuid });

export const DetachDocument = z.strictObject({ id: uuid, attachment: uuid });

type AttachedFile = {
  readonly id: string;
  /** The receipt that is matched by it; null for a file that is in no inbox, or matched elsewhere. */
  readonly item_id: string | null;
  readonly changes: readonly Change[];
  readonly notices: readonly string[];
};

/**
 * Attaches a document to a transaction. One that waits in the inbox is matched, with its group. Needs the lock of the
 * team, and records nothing itself.
 */
export async function attachFile(
  context: AuditContext,
  { id, document_id }: z.output<typeof AttachDocument>,
): Promise<AttachedFile> {
  const waiting = await waitingItem(context, document_id);
  const payment = await lockPayment(context, id, "id");
  if (waiting === null) {
    const attached = await attachPapers(context, payment, [{ document_id, inbox_id: null }]);
    return { ...attached, id: attached.ids[0] ?? "", item_id: null };
  }
  const paths = { id: "document_id", transaction_id: "id" };
  const { item, changes } = await matchItem(context, { id: waiting, transaction_id: id, paths });
  const made = await lockAttachments(context, "document_id", [document_id]);
  const own = made.find((row) => row.transaction_id === id);
  return { id: own?.id ?? "", item_id: waiting, changes, notices: item.notices };
}

/** Null for a document without a receipt, or whose receipt is deleted or matched. */
async function waitingItem({ db, team }: AuditContext, documentId: string): Promise<string | null> {
  const item = await db
    .selectFrom("inbox_items as item")
    .select("item.id")
    .where("item.team_id", "=", team.id)
    .where("item.document_id", "=", documentId)
    .where((item) => item.or([item("item.filed", "is", null), item("item.filed", "!=", "deleted")]))
    .where((item) =>
      item.not(
        item.exists(
          item
            .selectFrom("transaction_attachments as made")
            .select("made.id")
            .whereRef("made.team_id", "=", "item.team_id")
            .whereRef("made.inbox_id", "=", "item.id"),
        ),
      ),
    )
    .executeTakeFirst();
  return item?.id ?? null;
}

export async function attachByHand(
  context: Context,
  input: z.output<typeof AttachDocument>,
): Promise<{ readonly event: string | null; readonly notices: readonly string[] }> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const [document] = await lockDocuments(context, [input.document_id]);
    if (document === undefined) throw noDocument(input.document_id, "document_id");
    const { changes, notices } = await attachFile(context, input);
    return { event: changes.length === 0 ? null : await record(context, changes), notices };
  });
}

/**
 * Gives the payments of a document, which was attached before it was read, the tax that it states. The call that
 * attached it signs for that too.
 */
export async function settleReadTax(
  context: OfTeam,
  { id }: { readonly id: string },
): Promise<void> {
  await transaction(context, async (context) => {
    await lockTeam(context);
    const [made] = await lockAttachments(context, "document_id", [id]);
    if (made === undefined) return;
    const maker = { type: "attachment", id: made.id, job: "settle_tax" } as const;
    const signed = await contextOfMaker(context, maker);
    const { changes } = await settleTaxes(signed, [id]);
    if (changes.length > 0) await record(signed, changes);
  });
}

/** Takes a file off a transaction. Where a match brought it, the whole match goes. */
export async function detachByHand(
  context: Context,
  { id, attachment }: z.output<typeof DetachDocument>,
): Promise<{ readonly event: string | null }> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const [row] = await lockAttachments(context, "id", [attachment]);
    if (row === undefined || row.transaction_id !== id) throw noAttachment(attachment);
    const gone = await ofMatch(context, row);
    const changes = await detach(context, gone);
    await reopenItems(
      context,
      gone.flatMap(({ inbox_id }) => inbox_id ?? []),
    );
    return { event: await record(context, changes) };
  });
}

async function ofMatch(context: Context, row: AttachmentRow): Promise<readonly AttachmentRow[]> {
  if (row.inbox_id === null) return [row];
  const group = await lockGroup(context, row.inbox_id);
  const ids = group.map((item) => item.id);
  const made = await lockAttachments(context, "inbox_id", ids);
  return made.filter(({ transaction_id }) => transaction_id === row.transaction_id);
}

function noAttachment(id: string) {
  const next = "see what is attached to the transaction; nothing was changed";
  return notFound({ what: "Attachment", id, path: "attachment", next });
}

const MOST_SHOWN = 100;

/** Oldest first. */
export async function listAttachments(
  context: Context,
  { id }: ById,
): Promise<z.input<typeof ShownAttachments>> {
  const { db, team } = context;
  if ((await findTransaction(context, id)) === undefined) throw noTransaction(id);
  const rows = await db
    .selectFrom("transaction_attachments")
    .select(["id", "document_id", "inbox_id", "created_at"])
    .where("team_id", "=", team.id)
    .where("transaction_id", "=", id)
    .orderBy("created_at")
    .orderBy("id")
    .limit(MOST_SHOWN)
    .execute();
  const documents = await readDocuments(
    context,
    rows.map(({ document_id }) => document_id),
  );
  return rows.flatMap(({ id, document_id, inbox_id, created_at }) => {
    const document = documents.find((one) => one.id === document_id);
    if (document === undefined) return [];
    return [{ id, document: documentRow(document), item_id: inbox_id, created_at }];
  });
}
