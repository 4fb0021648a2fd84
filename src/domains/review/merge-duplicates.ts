import { record } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import type { Undoable } from "../../core/fields.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { transaction } from "../../db/transaction.ts";
import type { Changing } from "../transactions/edits.ts";
import { forgetRows, passKeysOn } from "../transactions/forgotten-rows.ts";
import { refuseExported, refuseSplit, refuseTransfer } from "../transactions/refusals.ts";
import { linkTags, tagsOf, unlinkTags } from "../transactions/transaction-tags.ts";
import type { Row } from "../transactions/transaction.ts";
import { writeTransactions } from "../transactions/write-transactions.ts";
import { lockPair, type PairOfTransactions } from "../transfers/link-transfer.ts";
import { rejectPair } from "./rejected-pairs.ts";

/**
 * Makes one of two transactions that are the same. The first stays, with the category, tax, note and tags of
 * the other where it has none. The keys of the other stay known, so that its file does not bring it back.
 * @throws Refusal unless both have the same account and amount
 */
export async function mergeDuplicates(
  context: Context,
  pair: PairOfTransactions,
): Promise<Undoable> {
  return transaction(context, async (context) => {
    const [kept, gone] = await lockPair(context, pair);
    requireSame(kept, gone);
    refuseExported(gone);
    refuseSplit(gone, "other_id");
    refuseTransfer(gone, "other_id");
    const values = valuesOf(kept, gone);
    if (Object.keys(values).length > 1) refuseExported(kept);
    const tags = await tagsOf(context, [gone.id]);
    const unlinked = await unlinkTags(context, [gone.id]);
    const forgotten = [
      ...(await passKeysOn(context, gone, kept.id)),
      ...(await forgetRows(context, [gone], kept.id)),
    ];
    const written = await writeTransactions(context, {
      changed: [{ row: kept, values, isTouched: true }],
      deleted: [gone],
    });
    const links = tags.map(({ id }) => ({ transaction_id: kept.id, tag_id: id }));
    const linked = await linkTags(context, links);
    const changes = [...unlinked, ...forgotten, ...written, ...linked];
    return { event: await record(context, changes) };
  });
}

/** Notes that two transactions are not the same. They are never shown as maybe-duplicates again. */
export async function keepBoth(context: Context, pair: PairOfTransactions): Promise<Undoable> {
  return transaction(context, async (context) => {
    await lockPair(context, pair);
    const changes = await rejectPair(context, "duplicate", pair.id, pair.other_id);
    return { event: changes.length === 0 ? null : await record(context, changes) };
  });
}

function requireSame(kept: Row, gone: Row): void {
  if (kept.bank_account_id === gone.bank_account_id && kept.amount_minor === gone.amount_minor)
    return;
  throw new Refusal({
    code: "invalid_argument",
    path: "other_id",
    message: `The transactions ${quoted(kept.name)} and ${quoted(gone.name)} differ in their account or amount`,
    next: "delete the wrong one instead; nothing was changed",
  });
}

/** Values that the other has and the kept one lacks. An exported one gets the note alone. */
function valuesOf(kept: Row, gone: Row): Changing["values"] {
  const { category_slug, category_by, rule_id, tax_rate_bp, tax_type, tax_minor, note } = gone;
  const getsCategory = !kept.is_split && kept.category_slug === null && category_slug !== null;
  const hasNoTax = kept.tax_rate_bp === null && kept.tax_type === null;
  const getsTax = !kept.is_split && hasNoTax && (tax_rate_bp !== null || tax_type !== null);
  return {
    note: kept.note ?? note,
    ...(getsCategory ? { category_slug, category_by, rule_id } : {}),
    ...(getsTax ? { tax_rate_bp, tax_type, tax_minor } : {}),
  };
}
