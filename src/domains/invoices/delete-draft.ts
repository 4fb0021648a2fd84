import { z } from "zod";
import { Recording } from "../../activity/journal.ts";
import { type ById, event, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { transaction } from "../../db/transaction.ts";
import { freeTime } from "./held-time.ts";
import { invoiceSnapshot, lockInvoice, requireDraft } from "./invoice.ts";

export const DeletedDraft = z.object({ id: uuid, deleted: z.boolean(), event });

/** @throws Refusal `not_a_draft`: what was sent, or voided, is kept */
export async function deleteDraft(
  context: Context,
  { id }: ById,
): Promise<z.output<typeof DeletedDraft>> {
  return transaction(context, async (context) => {
    const row = await lockInvoice(context, id);
    if (row === undefined) return { id, deleted: false, event: null };
    requireDraft(row, {
      sent: "void it if it is not to be paid; nothing was deleted",
      voided: "it is kept; nothing was deleted",
    });
    const recording = new Recording(context);
    await freeTime(context, recording, id);
    await context.db
      .deleteFrom("invoices")
      .where("team_id", "=", context.team.id)
      .where("id", "=", id)
      .execute();
    await recording.add([{ type: "invoice", id, before: invoiceSnapshot(row), after: null }]);
    return { id, deleted: true, event: await recording.end() };
  });
}
