import { z } from "zod";
import { type Change, record } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { attachPapers, detach, lockAttachments } from "./attachments.ts";
import { changeItem, type ItemRow, lockGroup, lockItems } from "./item.ts";
import { type ChangedItem, lockPayment } from "./match-items.ts";
import { askForPayments, settleItems } from "./save-fields.ts";
import { settleStatus } from "./status.ts";

export const GroupItems = z.strictObject({ id: uuid, with: z.array(uuid).min(1).max(50) });

/**
 * Puts receipts, each with its group, into the group of another. Where one of them is matched, all are.
 * @throws Refusal where they are matched with different payments
 */
export async function groupItems(
  context: Context,
  { id, with: others }: z.output<typeof GroupItems>,
): Promise<ChangedItem> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const [primary, ...followers] = await lockGroup(context, id);
    const all = new Map([primary, ...followers].map((item) => [item.id, item]));
    const changes: Change[] = [];
    for (const [at, other] of others.entries()) {
      for (const item of await lockGroup(context, other, `with.${at}`)) {
        if (all.has(item.id)) continue;
        all.set(item.id, item);
        changes.push(...(await changeItem(context, item, { grouped_with: primary.id })));
      }
    }
    if (changes.length === 0) return { id, event: null };
    changes.push(...(await matchTogether(context, [...all.values()])));
    await askForPayments(context, await settleItems(context, [...all.keys()]));
    return { id, event: await record(context, changes) };
  });
}

async function matchTogether(
  context: Context,
  items: readonly ItemRow[],
): Promise<readonly Change[]> {
  const ids = items.map((item) => item.id);
  const known = await lockAttachments(context, "inbox_id", ids);
  const [paymentId, another] = [...new Set(known.map((row) => row.transaction_id))];
  if (paymentId === undefined) return [];
  if (another !== undefined)
    throw new Refusal({
      code: "already_matched",
      path: "with",
      message: "The receipts are matched with different transactions",
      next: "unmatch all but one of them first; nothing was changed",
    });
  const linked = new Set(known.map(({ inbox_id }) => inbox_id));
  const missing = items.filter((item) => !linked.has(item.id));
  // Their taxes count once only when the group is known.
  await settleItems(context, ids);
  const papers = missing.map(({ id, document_id }) => ({ document_id, inbox_id: id }));
  return (await attachPapers(context, await lockPayment(context, paymentId, "id"), papers)).changes;
}

/**
 * Takes a receipt out of its group. Where it leads the group, each of its papers stands alone then. Those that leave
 * are not matched any more.
 */
export async function ungroupItem(
  context: Context,
  { id }: { readonly id: string },
): Promise<ChangedItem> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const group = await lockGroup(context, id);
    const [primary, ...followers] = group;
    if (followers.length === 0) return { id, event: null };
    const leaving = id === primary.id ? group : group.filter((item) => item.id === id);
    const followed = await followersOf(context, leaving);
    const changes: Change[] = [];
    for (const item of leaving)
      changes.push(...(await changeItem(context, item, { grouped_with: item.id })));
    for (const item of followed)
      if (!leaving.some((one) => one.id === item.id))
        changes.push(...(await changeItem(context, item, { grouped_with: primary.id })));
    const ids = leaving.flatMap((item) => (item.id === primary.id ? [] : [item.id]));
    const gone = await lockAttachments(context, "inbox_id", ids);
    changes.push(...(await detach(context, gone)));
    const all = group.map((item) => item.id);
    await settleStatus(context, all);
    await askForPayments(context, await settleItems(context, all));
    return { id, event: await record(context, changes) };
  });
}

/** Items that a person put with one of these. */
async function followersOf(context: Context, items: readonly ItemRow[]) {
  const { db, team } = context;
  const rows = await db
    .selectFrom("inbox_items")
    .select("id")
    .where("team_id", "=", team.id)
    .where(
      "grouped_with",
      "in",
      items.map(({ id }) => id),
    )
    .whereRef("grouped_with", "!=", "id")
    .execute();
  return lockItems(
    context,
    rows.map(({ id }) => id),
  );
}
