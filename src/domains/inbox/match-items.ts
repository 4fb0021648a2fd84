import { z } from "zod";
import { type Change, record } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import type { CallEvent, Made } from "../../core/event.ts";
import { uuid } from "../../core/fields.ts";
import { quoted } from "../../core/visible.ts";
import type { AuditContext, Context } from "../../db/context.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { decimalText } from "../../shared/money.ts";
import { invalidArgument, lockRows, noTransaction, type Row } from "../transactions/transaction.ts";
import { type AttachmentRow, lockAttachments } from "./attachment-rows.ts";
import { attachPapers, detach, reopenItems } from "./attachments.ts";
import { changeItem, type ItemRow, lockGroup } from "./item.ts";
import { doubtsAbout, type MadeMatch } from "./match-doubts.ts";
import type { Tax } from "./paper-tax.ts";
import { askForPayments } from "./save-fields.ts";
import { settleStatus } from "./status.ts";

export const MOST_MATCHED = 50;

/** Words for one file alone, of a match or by hand. */
export const attachedFile = ({ values, count, names }: Made) => {
  const file = names.get(String(values["document_id"]));
  const payment = names.get(String(values["transaction_id"]));
  if (file === undefined || payment === undefined || count > 1) return null;
  return ["attached the file ", { name: file }, " to the transaction ", { name: payment }];
};

export const MATCHED = {
  of: "attachment",
  did: "created",
  many: "attached * files to transactions",
  sentence: attachedFile,
  tried: "match receipts",
} as const satisfies CallEvent;

export const Pair = z.strictObject({ id: uuid, transaction_id: uuid });

export const MatchItems = z.strictObject({ pairs: z.array(Pair).min(1).max(MOST_MATCHED) });

type Asked = z.output<typeof Pair> & {
  /** Names of the arguments, for refusals. */
  readonly paths: { readonly id: string; readonly transaction_id: string };
};

export type MatchedItem = {
  readonly id: string;
  readonly transaction_id: string;
  /** Ids of the whole group, the primary first. */
  readonly matched: readonly string[];
  /** Ids of the attachments of the group, old ones too. */
  readonly attachment_ids: readonly string[];
  readonly tax: Tax;
  readonly currency: string;
  readonly already: boolean;
  readonly notices: readonly string[];
};

export type MatchedItems = {
  readonly items: readonly MatchedItem[];
  /** Null when all were matched so before. */
  readonly event: string | null;
};

/**
 * Matches receipts, each with its whole group, with payments: all or none, as one event.
 * @throws Refusal for an unknown or deleted receipt, an unknown or pending payment, and `already_matched`
 */
export async function matchItems(context: Context, pairs: readonly Asked[]): Promise<MatchedItems> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const all: Awaited<ReturnType<typeof matchItem>>[] = [];
    for (const pair of pairs) all.push(await matchItem(context, pair));
    const changes = all.flatMap((one) => one.changes);
    const doubts = await doubtsAbout(
      context,
      all.flatMap(({ made }) => made ?? []),
    );
    const items = all.map(({ item }) => ({
      ...item,
      notices: [...(doubts.get(item.id) ?? []), ...item.notices],
    }));
    return { items, event: changes.length === 0 ? null : await record(context, changes) };
  });
}

type Matching = {
  readonly item: MatchedItem;
  /** Null where the two were matched so before. */
  readonly made: MadeMatch | null;
  readonly changes: readonly Change[];
};

/** Needs the lock of the team, and records nothing itself. */
export async function matchItem(
  context: AuditContext,
  { id, transaction_id, paths }: Asked,
): Promise<Matching> {
  const group = await lockGroup(context, id, paths.id);
  const payment = await lockPayment(context, transaction_id, paths.transaction_id);
  const ids = group.map((item) => item.id);
  const known = await lockAttachments(context, "inbox_id", ids);
  const elsewhere = known.find((row) => row.transaction_id !== transaction_id);
  if (elsewhere !== undefined) throw await alreadyMatched(context, group[0], elsewhere, paths.id);
  const linked = new Set(known.map(({ inbox_id }) => inbox_id));
  const missing = group.filter((item) => !linked.has(item.id));
  const papers = missing.map((item) => ({ document_id: item.document_id, inbox_id: item.id }));
  const attached =
    papers.length === 0 && !(await isUnread(context, known))
      ? { changes: [], ids: [], tax: payment, papers: [], notices: [] }
      : await attachPapers(context, payment, papers);
  await settleStatus(context, ids);
  const already = attached.changes.length === 0;
  const item = {
    id: group[0].id,
    transaction_id,
    matched: ids,
    attachment_ids: [...known.map((row) => row.id), ...attached.ids],
    tax: attached.tax,
    currency: payment.currency,
    already,
    notices: [...noticesAbout(group[0]), ...attached.notices],
  };
  const made = already ? null : { item: group[0], payment, papers: attached.papers };
  return { item, made, changes: attached.changes };
}

/** Papers that were not read yet when they were matched gave no tax: the same match again may give it. */
async function isUnread(context: AuditContext, known: readonly AttachmentRow[]): Promise<boolean> {
  const ids = [...new Set(known.map(({ transaction_id }) => transaction_id))];
  const all = await lockAttachments(context, "transaction_id", ids);
  return all.every(({ tax_given }) => tax_given === null);
}

function noticesAbout({ progress, duplicate_of }: ItemRow): readonly string[] {
  return [
    ...(progress === "new" || progress === "processing"
      ? ["The receipt is still being read: match it again afterwards to copy its tax."]
      : []),
    ...(duplicate_of === null
      ? []
      : [
          `The receipt is probably a copy of receipt ${duplicate_of}, which may be the one to match.`,
        ]),
  ];
}

/** @throws Refusal for a payment that is unknown, or only announced by the bank */
export async function lockPayment(context: AuditContext, id: string, path: string): Promise<Row> {
  const [row] = await lockRows(context, [id]);
  if (row === undefined) throw noTransaction(id, path);
  if (row.status !== "pending") return row;
  throw invalidArgument(
    path,
    `The transaction ${quoted(row.name)} is pending, and the bank may still change it`,
    "match it once it is booked",
  );
}

async function alreadyMatched(
  { db, team }: AuditContext,
  item: ItemRow,
  { transaction_id }: AttachmentRow,
  path: string,
): Promise<Refusal> {
  const payment = await db
    .selectFrom("transactions")
    .select(["id", "name", "date", "amount_minor", "currency"])
    .where("team_id", "=", team.id)
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow();
  const amount = `${decimalText(payment.amount_minor, payment.currency)} ${payment.currency}`;
  return new Refusal({
    code: "already_matched",
    path,
    message: `The receipt ${quoted(item.name)} is matched with the transaction ${quoted(payment.name)} (${payment.id}) of ${amount} on ${payment.date}`,
    next: "if that is wrong, take it off there on the receipt's page in the web app; if it is the receipt of both, attach its file to the other on that transaction's page; nothing was changed",
  });
}

export type ChangedItem = { readonly id: string; readonly event: string | null };

type OfItem = { readonly id: string };

/** Takes a receipt and its group off its payment. Its tax follows, unless somebody changed it since. */
export async function unmatchItem(context: Context, { id }: OfItem): Promise<ChangedItem> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const ids = (await lockGroup(context, id)).map((item) => item.id);
    const gone = await lockAttachments(context, "inbox_id", ids);
    if (gone.length === 0) return { id, event: null };
    const changes = await detach(context, gone);
    await reopenItems(context, ids);
    return { id, event: await record(context, changes) };
  });
}

/** Payments that are kept as declined of one receipt; the oldest are forgotten. */
const MOST_DECLINED = 200;

/** Notes that a payment is not that of a receipt, so that it is not suggested again. */
export async function declinePayment(
  context: Context,
  { id, transaction_id }: z.output<typeof Pair>,
): Promise<ChangedItem> {
  return transaction(context, async (context) => {
    const { db, team } = context;
    await lockTeam(context);
    const [item] = await lockGroup(context, id);
    const [payment] = await lockRows(context, [transaction_id]);
    if (payment === undefined) throw noTransaction(transaction_id, "transaction_id");
    if (item.declined.includes(transaction_id)) return { id, event: null };
    const declined = [...item.declined, transaction_id].slice(-MOST_DECLINED);
    const changes = await changeItem(context, item, { declined });
    await db
      .deleteFrom("inbox_suggestions")
      .where("team_id", "=", team.id)
      .where("inbox_id", "=", item.id)
      .where("transaction_id", "=", transaction_id)
      .execute();
    await askForPayments(context, [item.id]);
    return { id, event: await record(context, changes) };
  });
}
