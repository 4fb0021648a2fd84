import { record } from "../../activity/journal.ts";
import type { ById, Undoable } from "../../core/fields.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { moveAttachments } from "../inbox/attachments.ts";
import { movePayments } from "../invoices/linked-payments.ts";
import { LONGEST_NOTE } from "../transactions/create-transaction.ts";
import { insertForgottenKeys, passForgottenKeys } from "../transactions/forgotten-rows.ts";
import {
  linkTransactionTags,
  transactionTags,
  unlinkTransactionTags,
} from "../transactions/transaction-tags.ts";
import {
  type Row,
  lockRows,
  refuseExported,
  refuseSplit,
  refuseTransfer,
  invalidArgument,
} from "../transactions/transaction.ts";
import { type Changing, writeTransactions } from "../transactions/write-transactions.ts";
import { type PairOfTransactions, pairOf } from "../transfers/link-transfer.ts";
import { rejectPair } from "./rejected-pairs.ts";

/**
 * Merges two transactions that are the same. The first stays; of a pending and a booked one the booked one stays,
 * since only that moved money. It gets the category, tax and tags of the other where it has none, both notes, the
 * payments of invoices, and the attachments.
 * The keys of the other stay known, so that its file does not bring it back.
 * @returns the id of the one that stays
 * @throws Refusal unless both have the same account and amount, and where both pay invoices with more than that
 */
export async function mergeDuplicates(
  context: Context,
  pair: PairOfTransactions,
): Promise<Undoable & ById> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const rows = await lockRows(context, [pair.id, pair.other_id]);
    const [kept, gone] = bookedFirst(pairOf(rows, pair));
    requireSame(kept, gone);
    const path = gone.id === pair.id ? "id" : "other_id";
    refuseExported(gone);
    refuseSplit(gone, path);
    refuseTransfer(gone, path);
    const own = valuesOf(kept, gone);
    if (Object.keys(own).length > 1) refuseExported(kept);
    const tags = await transactionTags(context, [gone.id]);
    const unlinked = await unlinkTransactionTags(context, [gone.id]);
    const forgotten = [
      ...(await passForgottenKeys(context, gone, kept.id)),
      ...(await insertForgottenKeys(context, [gone], kept.id)),
    ];
    const payments = await movePayments(context, gone, kept);
    const attachments = await moveAttachments(context, gone, kept);
    const values = { ...own, ...attachments.tax };
    const written = await writeTransactions(context, {
      changed: [{ row: kept, values, isTouched: true }],
      deleted: [gone],
    });
    const links = tags.map(({ id }) => ({ transaction_id: kept.id, tag_id: id }));
    const linked = await linkTransactionTags(context, links);
    const changes = [
      ...unlinked,
      ...forgotten,
      ...payments,
      ...attachments.changes,
      ...written,
      ...linked,
    ];
    return { id: kept.id, event: await record(context, changes) };
  });
}

/** Notes that two transactions are not the same, so that Review never shows them again. */
export async function keepBoth(context: Context, pair: PairOfTransactions): Promise<Undoable> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    pairOf(await lockRows(context, [pair.id, pair.other_id]), pair);
    const changes = await rejectPair(context, "duplicate", pair.id, pair.other_id);
    return { event: changes.length === 0 ? null : await record(context, changes) };
  });
}

function requireSame(kept: Row, gone: Row): void {
  if (kept.bank_account_id === gone.bank_account_id && kept.amount_minor === gone.amount_minor)
    return;
  throw invalidArgument(
    "other_id",
    `The transactions ${quoted(kept.name)} and ${quoted(gone.name)} differ in their account or amount`,
    "delete the wrong one instead",
  );
}

function bookedFirst([one, other]: readonly [Row, Row]): readonly [Row, Row] {
  return one.status === "pending" && other.status !== "pending" ? [other, one] : [one, other];
}

/** Gives an exported transaction the note alone. */
function valuesOf(kept: Row, gone: Row): Changing["values"] {
  const { category_slug, category_by, rule_id, tax_rate_bp, tax_type, tax_minor } = gone;
  const isBooking = gone.status === "pending" && kept.status !== "pending";
  // A person's word counts more than a rule's, and the tax goes with the category.
  const isBetter = isBooking && isByPeople(gone) && !isByPeople(kept);
  const getsCategory =
    !kept.is_split && category_slug !== null && (kept.category_slug === null || isBetter);
  const hasNoTax = kept.tax_rate_bp === null && kept.tax_type === null;
  const givesTax = tax_rate_bp !== null || tax_type !== null;
  const getsTax = !kept.is_split && givesTax && (hasNoTax || isBetter);
  // A name that a person gave to what was announced, as when an import books it.
  const getsName = isBooking && gone.name !== gone.bank_name && kept.name === kept.bank_name;
  return {
    note: bothNotes(kept, gone),
    ...(getsCategory ? { category_slug, category_by, rule_id } : {}),
    ...(getsTax ? { tax_rate_bp, tax_type, tax_minor } : {}),
    ...(getsName ? { name: gone.name } : {}),
  };
}

function isByPeople({ category_by }: Row): boolean {
  return category_by === "person" || category_by === "assistant";
}

function bothNotes(kept: Row, gone: Row): string | null {
  if (kept.note === null || gone.note === null || kept.note === gone.note)
    return kept.note ?? gone.note;
  const both = `${kept.note}\n${gone.note}`;
  if (both.length <= LONGEST_NOTE) return both;
  throw invalidArgument(
    "other_id",
    `The notes of ${quoted(kept.name)} and ${quoted(gone.name)} are too long for one`,
    "make one of them shorter first",
  );
}
