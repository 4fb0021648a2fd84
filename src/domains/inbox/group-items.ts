import { z } from "zod";
import { type Change, contextOfMaker, record } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import type { OfTeam } from "../../db/outbox.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { lockRows } from "../transactions/transaction.ts";
import { type AttachmentRow, lockAttachments } from "./attachment-rows.ts";
import { attachPapers, detach } from "./attachments.ts";
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
  // Their taxes count once only when the group is known.
  await settleItems(context, ids);
  const payment = await lockPayment(context, paymentId, "id");
  return (await attachPapers(context, payment, unmatchedOf(items, known))).changes;
}

function unmatchedOf(items: readonly ItemRow[], known: readonly AttachmentRow[]) {
  const matched = new Set(known.map(({ inbox_id }) => inbox_id));
  const missing = items.filter((item) => !matched.has(item.id));
  return missing.map(({ id, document_id }) => ({ document_id, inbox_id: id }));
}

/**
 * Attaches papers that joined a group after its match, such as a reminder: a match is that of the whole group, and the
 * call that made it signs for them too. A group whose papers are matched with several payments is left to a person.
 */
export async function matchJoined(context: OfTeam, { id }: { readonly id: string }): Promise<void> {
  await transaction(context, async (context) => {
    await lockTeam(context);
    const [item] = await lockItems(context, [id]);
    if (item === undefined || item.filed === "deleted") return;
    const group = await lockGroup(context, id);
    const ids = group.map((member) => member.id);
    const known = await lockAttachments(context, "inbox_id", ids);
    const papers = unmatchedOf(group, known);
    const [made] = known;
    if (made === undefined || papers.length === 0) return;
    const maker = { type: "attachment", id: made.id, job: "match_joined" } as const;
    const signed = await contextOfMaker(context, maker);
    const paymentIds = new Set(known.map(({ transaction_id }) => transaction_id));
    const [payment, another] = await lockRows(signed, [...paymentIds]);
    if (payment === undefined || another !== undefined || payment.status === "pending") return;
    const { changes } = await attachPapers(signed, payment, papers, { cause: "joining" });
    await settleStatus(context, ids);
    await record(signed, changes);
  });
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
