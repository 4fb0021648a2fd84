import { z } from "zod";
import { difference, Recording } from "../../activity/journal.ts";
import { changedMeanwhile } from "../../core/errors.ts";
import { givenOf, instant, type Undoable, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { transaction } from "../../db/transaction.ts";
import { sameFigure } from "../../shared/money.ts";
import { timeOfChange } from "../../shared/time.ts";
import {
  type Buyer,
  completed,
  type DraftChanges,
  draftFields,
  keepBuyer,
  keepPaymentAccount,
  keepRates,
  storedInvoice,
} from "./draft.ts";
import { freeTime, holdTime, type NewTime } from "./held-time.ts";
import {
  type InvoiceRow,
  invoiceSnapshot,
  lockInvoice,
  noInvoice,
  requireDraft,
} from "./invoice.ts";

export const UpdateDraft = z.strictObject({
  id: uuid,
  ...z.object(draftFields).partial().shape,
  /** `updated_at` of the draft as it was read. */
  seen: instant,
});

type Options = {
  /** Time that stands behind new lines; its entries are locked. */
  readonly times?: readonly NewTime[];
};

/**
 * Changes the given fields only, and computes the sums anew. Lines are given whole: tracked time of a line that is
 * left out is free again.
 * @returns the event; null where all is as before
 * @throws Refusal `changed_meanwhile` when the draft was changed since it was seen, `not_a_draft`
 */
export async function updateDraft(
  context: Context,
  { id, seen, ...given }: z.output<typeof UpdateDraft>,
  { times = [] }: Options = {},
): Promise<Undoable> {
  return transaction(context, async (context) => {
    const { customer_id = null, lines, payment_account_id = null } = given;
    const customer = customer_id === null ? null : await keepBuyer(context, customer_id);
    const named = lines === undefined ? null : await keepRates(context, lines);
    await keepPaymentAccount(context, payment_account_id);
    const before = await lockInvoice(context, id);
    if (before === undefined) throw noInvoice(id);
    requireDraft(before, {
      sent: "void it and write another one; nothing was saved",
      voided: "write another one; nothing was saved",
    });
    if (seen !== before.updated_at) throw changedSince();
    const changed = {
      ...before,
      ...followed(before, given, customer),
      ...givenOf(given),
      ...discountOf(given),
    };
    const draft = inCurrency(before, changed, given);
    const rates = named ?? (await keepRates(context, before.lines));
    const row = completed(draft, rates, "lines");
    if (isSame(before, row)) return { event: null };
    const after = { ...row, updated_at: timeOfChange(context.now, before.updated_at) };
    const { team_id, id: _id, ...columns } = storedInvoice(after);
    await context.db
      .updateTable("invoices")
      .set(columns)
      .where("team_id", "=", team_id)
      .where("id", "=", id)
      .execute();
    const snapshots = difference(invoiceSnapshot(before), invoiceSnapshot(after));
    const recording = new Recording(context, { toCome: async () => times.length });
    await recording.add([{ type: "invoice", id, ...snapshots }]);
    if (lines !== undefined)
      await freeTime(context, recording, id, { keptLines: lines.map((line) => line.id) });
    await holdTime(context, recording, { invoice_id: id, times });
    return { event: await recording.end() };
  });
}

function isSame(before: InvoiceRow, row: InvoiceRow): boolean {
  return Object.keys(difference(before, row).after).length === 0;
}

/** Another customer brings its payment terms, and its currency while no line has a price. */
function followed(
  before: InvoiceRow,
  given: DraftChanges,
  customer: Buyer | null,
): Partial<InvoiceRow> {
  if (customer === null || customer.id === before.customer_id) return {};
  const { preferred_currency: currency, default_payment_terms: terms_days } = customer;
  const isPriced = (given.lines ?? before.lines).some(({ price }) => Number(price) !== 0);
  return {
    ...(terms_days === null ? {} : { terms_days }),
    ...(currency === null || isPriced ? {} : { currency }),
  };
}

/** A discount of one kind takes the place of the other. */
function discountOf({ discount_bp, discount_minor }: DraftChanges): Partial<InvoiceRow> {
  if (typeof discount_bp === "number" && discount_minor === undefined)
    return { discount_minor: null };
  if (typeof discount_minor === "number" && discount_bp === undefined) return { discount_bp: null };
  return {};
}

/** Discounts that nobody gave anew keep their figure in another currency, as prices do. */
function inCurrency({ currency }: InvoiceRow, draft: InvoiceRow, given: DraftChanges): InvoiceRow {
  const same = (minor: number | null) => sameFigure(minor, currency, draft.currency);
  const { discount_minor = same(draft.discount_minor) } = given;
  const moved = draft.lines.map((line) => ({ ...line, discount_minor: same(line.discount_minor) }));
  return { ...draft, discount_minor, lines: given.lines ?? moved };
}

function changedSince() {
  return changedMeanwhile(
    "The draft was changed meanwhile",
    "look at what changed, and save again; nothing was saved",
  );
}
