import type { Selectable } from "kysely";
import type { Change } from "../../activity/journal.ts";
import { fold } from "../../core/fold.ts";
import type { AuditContext } from "../../db/context.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { changeItem, itemSnapshot, lockItems } from "./item.ts";
import { askForPayments, restoreProgress, settleItems } from "./save-fields.ts";

type Document = Pick<Selectable<Schema["documents"]>, "id" | "name">;

export type AddedItem = {
  readonly id: string;
  readonly outcome: "new" | "known" | "revived";
  readonly changes: readonly Change[];
};

type Options = {
  /** Document of the mail with which it came; papers of one mail become a group. */
  readonly mailId?: string;
};

/**
 * Puts a document into the inbox. One that is there stays as it is, and one that was deleted from the inbox comes back.
 * Needs the lock of the team, and records nothing itself.
 */
export async function addItem(
  context: AuditContext,
  document: Document,
  { mailId = document.id }: Options = {},
): Promise<AddedItem> {
  const known = await itemOfDocument(context, document.id);
  if (known === undefined) return insertItem(context, document, mailId);
  const [row] = await lockItems(context, [known]);
  if (row?.filed !== "deleted") return { id: known, outcome: "known", changes: [] };
  const changes = await changeItem(context, row, { filed: null });
  await askForPayments(context, await settleItems(context, [known]));
  return { id: known, outcome: "revived", changes };
}

async function itemOfDocument(
  { db, team }: AuditContext,
  documentId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("inbox_items")
    .select("id")
    .where("team_id", "=", team.id)
    .where("document_id", "=", documentId)
    .executeTakeFirst();
  return row?.id;
}

async function insertItem(
  context: AuditContext,
  document: Document,
  mailId: string,
): Promise<AddedItem> {
  const { db, team, now } = context;
  const said = {
    id: context.newId(),
    document_id: document.id,
    hand: {},
    filed: null,
    declined: [],
    bundle_id: mailId,
    grouped_with: null,
    is_distinct: false,
    created_at: now,
    updated_at: now,
  };
  await db
    .insertInto("inbox_items")
    .values({
      ...said,
      ...newColumns(document.name),
      team_id: team.id,
      hand: "{}",
      declined: "[]",
    })
    .execute();
  await restoreProgress(context, [said.id]);
  await askForPayments(context, await settleItems(context, [said.id]));
  const change: Change = {
    type: "inbox_item",
    id: said.id,
    before: null,
    after: itemSnapshot(said),
  };
  return { id: said.id, outcome: "new", changes: [change] };
}

/** Derived columns of an item whose paper is not read yet. */
export function newColumns(name: string) {
  return {
    group_id: null,
    progress: "new",
    status: "new",
    type: null,
    name,
    vendor: null,
    vendor_key: null,
    amount_minor: null,
    payable_minor: null,
    tax_minor: null,
    tax_rate_bp: null,
    tax_type: null,
    currency: null,
    date: null,
    due_date: null,
    number: null,
    number_key: null,
    duplicate_of: null,
    problem: null,
    search_text: fold(name),
  } as const;
}
