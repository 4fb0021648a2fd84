import { z } from "zod";
import { type Change, record } from "../../activity/journal.ts";
import { type ById, uuid } from "../../core/fields.ts";
import { quoted } from "../../core/visible.ts";
import type { AuditContext, Context } from "../../db/context.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { counted } from "../../shared/words.ts";
import { lockAttachments } from "./attachment-rows.ts";
import { detach } from "./attachments.ts";
import { changeItem, type ItemRow, lockItems } from "./item.ts";
import { askForPayments, settleItems } from "./save-fields.ts";

export const DeletedItem = z.object({
  id: uuid,
  deleted: z.boolean(),
  deleted_items: z.int(),
  deleted_attachments: z.int(),
  tax_reset: z.boolean(),
});

export type DeletedItem = z.output<typeof DeletedItem> & { readonly event: string | null };

/**
 * Deletes a receipt from the inbox, with its group where it leads one. Attachments that its match made go, those by
 * hand stay, and so does the file.
 */
export async function deleteItem(context: Context, { id }: ById): Promise<DeletedItem> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const items = await lockDeleted(context, id);
    if (items.length === 0) return { ...nothing(id), event: null };
    const ids = items.map((item) => item.id);
    const gone = await lockAttachments(context, "inbox_id", ids);
    const changes: Change[] = [...(await detach(context, gone))];
    for (const item of items)
      changes.push(...(await changeItem(context, item, { filed: "deleted" })));
    await askForPayments(context, await settleItems(context, ids));
    return {
      id,
      deleted: true,
      deleted_items: items.length,
      deleted_attachments: gone.length,
      tax_reset: changes.some(({ type }) => type === "transaction"),
      event: await record(context, changes),
    };
  });
}

function nothing(id: string) {
  return { id, deleted: false, deleted_items: 0, deleted_attachments: 0, tax_reset: false };
}

async function lockDeleted(context: AuditContext, id: string): Promise<readonly ItemRow[]> {
  return lockItems(
    context,
    (await itemsToDelete(context, id)).map((item) => item.id),
  );
}

/** The item itself, and those that follow it. */
async function itemsToDelete({ db, team }: AuditContext, id: string) {
  return db
    .selectFrom("inbox_items")
    .select(["id", "name"])
    .where("team_id", "=", team.id)
    .where((item) => item.or([item("id", "=", id), item("group_id", "=", id)]))
    .where((item) => item.or([item("filed", "is", null), item("filed", "!=", "deleted")]))
    .orderBy("id")
    .execute();
}

export async function lossOfItem(context: Context, { id }: ById): Promise<string | null> {
  const items = await itemsToDelete(context, id);
  const item = items.find((one) => one.id === id);
  if (item === undefined) return null;
  const ids = items.map((one) => one.id);
  const made = await lockAttachments(context, "inbox_id", ids);
  const others = items.length - 1;
  const grouped = others === 0 ? "" : ` with the ${counted(others, "paper")} of its group`;
  const question = `Delete the receipt ${quoted(item.name)}${grouped} from the inbox?`;
  const files = items.length === 1 ? "Its file stays" : "Their files stay";
  if (made.length === 0) return `${question} ${files} among the documents.`;
  return `${question} ${counted(made.length, "attachment")} of its transaction ${made.length === 1 ? "goes" : "go"} with it, and the tax that ${made.length === 1 ? "it" : "they"} gave. ${files} among the documents.`;
}
