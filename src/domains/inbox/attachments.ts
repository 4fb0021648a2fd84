import { isDeepStrictEqual } from "node:util";
import { type Change, difference } from "../../activity/journal.ts";
import type { AuditContext } from "../../db/context.ts";
import type { OfTeam } from "../../db/outbox.ts";
import type { AttachedTax } from "../../db/schema/papers.ts";
import { NO_TAX } from "../transactions/tax.ts";
import { lockRows, type Row } from "../transactions/transaction.ts";
import { writeTransactions } from "../transactions/write-transactions.ts";
import { type Cause, isCarrier, ownTaxOf, planTax, withoutTax } from "./attached-tax.ts";
import { type AttachmentRow, attachmentSnapshot, lockAttachments } from "./attachment-rows.ts";
import type { Tax, TaxPaper } from "./paper-tax.ts";
import { askForPayments } from "./save-fields.ts";
import { settleStatus } from "./status.ts";

/** A document for a transaction; `inbox_id` where the match of a receipt brings it. */
export type Attaching = { readonly document_id: string; readonly inbox_id: string | null };

export type Attached = {
  readonly changes: readonly Change[];
  /** Ids of the attachments, in the order of the documents. */
  readonly ids: readonly string[];
  /** Tax of the transaction afterwards. */
  readonly tax: Tax;
  /** Papers of the transaction afterwards whose amounts count. */
  readonly papers: readonly TaxPaper[];
  readonly notices: readonly string[];
};

/**
 * Attaches documents to a locked transaction, and gives it the tax of its papers. Needs the lock of the team. Records
 * nothing itself.
 */
export async function attachPapers(
  context: AuditContext,
  payment: Row,
  papers: readonly Attaching[],
  { cause = "match" }: { readonly cause?: Cause } = {},
): Promise<Attached> {
  const known = await lockAttachments(context, "transaction_id", [payment.id]);
  const byDocument = new Map(papers.map((paper) => [paper.document_id, paper]));
  // A file that was attached by hand before becomes that of the match.
  const kept = known.map((row) => {
    const inbox_id = byDocument.get(row.document_id)?.inbox_id ?? row.inbox_id;
    return { ...row, inbox_id };
  });
  const has = new Set(known.map(({ document_id }) => document_id));
  const added = papers
    .flatMap((paper) => (has.has(paper.document_id) ? [] : [paper]))
    .map((paper) => ({
      ...paper,
      id: context.newId(),
      team_id: context.team.id,
      transaction_id: payment.id,
      tax_before: null,
      tax_given: null,
      created_by: context.actor?.id ?? null,
      created_at: context.now,
    }));
  const rows = { known, next: [...kept, ...added] };
  const written = await write(context, payment, { ...rows, cause });
  const ids = new Map([...known, ...added].map(({ document_id, id }) => [document_id, id]));
  return { ...written, ids: papers.flatMap(({ document_id }) => ids.get(document_id) ?? []) };
}

/**
 * Updates the tax of the documents' transactions from their papers. A tax that somebody has changed stays. Needs the
 * lock of the team. Records nothing itself.
 */
export async function settleTaxes(
  context: AuditContext,
  documentIds: readonly string[],
): Promise<Pick<Attached, "changes" | "notices">> {
  const made = await lockAttachments(context, "document_id", documentIds);
  const ids = [...new Set(made.map(({ transaction_id }) => transaction_id))];
  const changes: Change[] = [];
  const notices: string[] = [];
  for (const payment of await lockRows(context, ids)) {
    const known = await lockAttachments(context, "transaction_id", [payment.id]);
    const written = await write(context, payment, { known, next: known, cause: "correction" });
    changes.push(...written.changes);
    notices.push(...written.notices);
  }
  return { changes, notices: [...new Set(notices)] };
}

/** Takes locked attachments off their transactions, whose tax then follows from the other papers. */
export async function detach(
  context: AuditContext,
  gone: readonly AttachmentRow[],
): Promise<readonly Change[]> {
  const goneIds = new Set(gone.map(({ id }) => id));
  const paymentIds = [...new Set(gone.map(({ transaction_id }) => transaction_id))];
  const payments = await lockRows(context, paymentIds);
  const changes: Change[] = [];
  for (const payment of payments) {
    const known = await lockAttachments(context, "transaction_id", [payment.id]);
    const next = known.filter(({ id }) => !goneIds.has(id));
    changes.push(...(await write(context, payment, { known, next })).changes);
  }
  return changes;
}

/** Takes a document that is deleted off all transactions. Its receipts are not matched any more. */
export async function detachDocument(
  context: AuditContext,
  documentId: string,
): Promise<readonly Change[]> {
  return detach(context, await lockAttachments(context, "document_id", [documentId]));
}

/**
 * Deletes the attachments of transactions that are about to be deleted, at most a chunk. Their receipts look for
 * another payment.
 */
export async function detachTransactions(
  context: AuditContext,
  transactionIds: readonly string[],
): Promise<readonly Change[]> {
  if (transactionIds.length === 0) return [];
  const { db, team } = context;
  const gone = await lockAttachments(context, "transaction_id", transactionIds);
  const suggested = await db
    .deleteFrom("inbox_suggestions")
    .where("team_id", "=", team.id)
    .where("transaction_id", "in", transactionIds)
    .returning("inbox_id")
    .execute();
  await deleteRowsOf(context, gone);
  const items = [...suggested, ...gone].flatMap(({ inbox_id }) => inbox_id ?? []);
  await reopenItems(context, [...new Set(items)]);
  return gone.map((row) => ({
    type: "attachment",
    id: row.id,
    before: attachmentSnapshot(row),
    after: null,
  }));
}

const MOST_TOLD = 100;

/** Files that are attached to a transaction, the oldest first. */
export async function filesAttachedTo(
  { db, team }: Pick<OfTeam, "db" | "team">,
  transactionId: string,
) {
  return db
    .selectFrom("transaction_attachments as made")
    .innerJoin("documents as document", (join) =>
      join
        .onRef("document.team_id", "=", "made.team_id")
        .onRef("document.id", "=", "made.document_id"),
    )
    .innerJoin("files as file", (join) =>
      join
        .onRef("file.team_id", "=", "document.team_id")
        .onRef("file.sha256", "=", "document.sha256"),
    )
    .select(["made.id", "made.document_id", "document.name", "file.kind", "file.size"])
    .where("made.team_id", "=", team.id)
    .where("made.transaction_id", "=", transactionId)
    .orderBy("made.created_at")
    .orderBy("made.id")
    .limit(MOST_TOLD)
    .execute();
}

export async function countAttachments(
  { db, team }: Pick<OfTeam, "db" | "team">,
  transactionId: string,
): Promise<number> {
  const { count } = await db
    .selectFrom("transaction_attachments")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("team_id", "=", team.id)
    .where("transaction_id", "=", transactionId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Settles items whose matches came or went, and asks for payments of those that have none. */
export async function reopenItems(context: OfTeam, itemIds: readonly string[]): Promise<void> {
  await settleStatus(context, itemIds);
  await askForPayments(context, itemIds);
}

type Moved = {
  readonly changes: readonly Change[];
  /** Columns for the one write of the transaction that stays. */
  readonly tax: Partial<Tax>;
};

/**
 * Moves attachments to the surviving transaction of a merge, where a file that both have stays once. Its tax is
 * computed anew, unless a person changed what the papers gave.
 * @param kept as it was before the merge
 */
export async function moveAttachments(context: AuditContext, gone: Row, kept: Row): Promise<Moved> {
  const moving = await lockAttachments(context, "transaction_id", [gone.id]);
  if (moving.length === 0) return { changes: [], tax: {} };
  const known = await lockAttachments(context, "transaction_id", [kept.id]);
  const twice = moving.filter((row) => known.some((own) => own.document_id === row.document_id));
  const came = moving.filter((row) => !twice.includes(row));
  const stay = known.map((own) => {
    const same = twice.find(({ document_id }) => document_id === own.document_id);
    return { ...own, inbox_id: own.inbox_id ?? same?.inbox_id ?? null };
  });
  const next = [...stay, ...came.map((row) => ({ ...row, transaction_id: kept.id }))];
  const carrier = known.find(isCarrier);
  const other = moving.find(isCarrier);
  const isGiven =
    carrier === undefined
      ? other === undefined || isDeepStrictEqual(other.tax_given, ownTaxOf(gone))
      : isDeepStrictEqual(carrier.tax_given, ownTaxOf(kept));
  const { tax, rows } = await planTax(context, kept, {
    next: next.map((row) => (carrier === undefined ? row : withoutTaxOf(row, moving))),
    carrier: carrier ?? (other && { ...other, tax_before: beforeOf(other, kept) }),
    isGiven,
    cause: "match",
  });
  const changes = await save(context, { known: [...known, ...moving], next: rows });
  await moveSuggestions(context, gone.id);
  await settleStatus(
    context,
    rows.flatMap(({ inbox_id }) => inbox_id ?? []),
  );
  return { changes, tax: isDeepStrictEqual(tax, ownTaxOf(kept)) ? {} : tax };
}

/** The survivor's own tax counts as the one before, where it has any. */
function beforeOf({ tax_before }: AttachmentRow, kept: Row): AttachedTax | null {
  const own = ownTaxOf(kept);
  return own.tax_rate_bp === null && own.tax_type === null ? tax_before : own;
}

function withoutTaxOf(row: AttachmentRow, moving: readonly AttachmentRow[]): AttachmentRow {
  const isMoving = moving.some(({ id }) => id === row.id);
  return isMoving ? withoutTax(row) : row;
}

/** Items are compared with the payments that there are. */
async function moveSuggestions(context: AuditContext, goneId: string): Promise<void> {
  const { db, team } = context;
  const gone = await db
    .deleteFrom("inbox_suggestions")
    .where("team_id", "=", team.id)
    .where("transaction_id", "=", goneId)
    .returning("inbox_id")
    .execute();
  await askForPayments(
    context,
    gone.map(({ inbox_id }) => inbox_id),
  );
}

type Rows = { readonly known: readonly AttachmentRow[]; readonly next: readonly AttachmentRow[] };

async function write(
  context: AuditContext,
  payment: Row,
  { known, next, cause = "match" }: Rows & { readonly cause?: Cause },
) {
  const carrier = known.find(isCarrier);
  const own = ownTaxOf(payment);
  const isFree = cause === "match" || isDeepStrictEqual(own, NO_TAX);
  const isGiven = carrier === undefined ? isFree : isDeepStrictEqual(carrier.tax_given, own);
  const planning = { next, carrier, isGiven, cause };
  const { tax, rows, papers, notices } = await planTax(context, payment, planning);
  const saved = await save(context, { known, next: rows });
  const written = isDeepStrictEqual(tax, ownTaxOf(payment))
    ? []
    : await writeTransactions(context, { changed: [{ row: payment, values: tax }] });
  return { changes: [...saved, ...written], tax, papers, notices };
}

/** Writes the difference between attachments as they are and as they shall be. */
async function save(context: AuditContext, { known, next }: Rows): Promise<readonly Change[]> {
  const stays = new Set(next.map(({ id }) => id));
  const before = new Map(known.map((row) => [row.id, row]));
  const gone = known.filter(({ id }) => !stays.has(id));
  await deleteRowsOf(context, gone);
  const changes: Change[] = gone.map((row) => ({
    type: "attachment",
    id: row.id,
    before: attachmentSnapshot(row),
    after: null,
  }));
  for (const row of next) {
    const old = before.get(row.id);
    if (old !== undefined && isDeepStrictEqual(old, row)) continue;
    await put(context, row, old === undefined);
    const after = attachmentSnapshot(row);
    const snapshots =
      old === undefined ? { before: null, after } : difference(attachmentSnapshot(old), after);
    changes.push({ type: "attachment", id: row.id, ...snapshots });
  }
  return changes;
}

async function put({ db, team }: AuditContext, row: AttachmentRow, isNew: boolean): Promise<void> {
  const values = {
    ...row,
    tax_before: row.tax_before && JSON.stringify(row.tax_before),
    tax_given: row.tax_given && JSON.stringify(row.tax_given),
  };
  if (isNew) await db.insertInto("transaction_attachments").values(values).execute();
  else
    await db
      .updateTable("transaction_attachments")
      .set(values)
      .where("team_id", "=", team.id)
      .where("id", "=", row.id)
      .execute();
}

async function deleteRowsOf(
  { db, team }: AuditContext,
  rows: readonly AttachmentRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await db
    .deleteFrom("transaction_attachments")
    .where("team_id", "=", team.id)
    .where(
      "id",
      "in",
      rows.map(({ id }) => id),
    )
    .execute();
}
