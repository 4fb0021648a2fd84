import { record } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import type { ById, Undoable } from "../../core/fields.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { transaction } from "../../db/transaction.ts";
import { keptCustomer } from "../customers/customer.ts";
import { insertDraft, NEW_DRAFT } from "./create-draft.ts";
import { completed, keepPaymentAccount, keepRates } from "./draft.ts";
import { findInvoice, noInvoice } from "./invoice.ts";

/**
 * Makes a draft with the customer, lines, discount and note of an invoice. Dates, the time of the service and the
 * customer's reference are of the first one alone.
 */
export async function duplicateInvoice(
  context: Context,
  { id }: ById,
): Promise<{ readonly id: string } & Undoable> {
  return transaction(context, async (context) => {
    const row = await findInvoice(context, id);
    if (row === undefined) throw noInvoice(id);
    if (row.type === "credit_note") throw noDuplicate(row.number ?? id);
    const kept = row.customer_id === null ? null : await keptCustomer(context, row.customer_id);
    const rates = await keepRates(context, row.lines);
    await keepPaymentAccount(context, row.payment_account_id);
    const draft = {
      ...NEW_DRAFT,
      team_id: row.team_id,
      id: context.newId(),
      customer_id: kept?.id ?? null,
      currency: row.currency,
      language: row.language,
      terms_days: row.terms_days,
      prices_include_tax: row.prices_include_tax,
      discount_bp: row.discount_bp,
      discount_minor: row.discount_minor,
      lines: row.lines.map((item) => ({ ...item, id: context.newId() })),
      note: row.note,
      payment_account_id: row.payment_account_id,
      created_by: context.actor.id,
      created_at: context.now,
      updated_at: context.now,
    };
    const change = await insertDraft(context, completed(draft, rates, "lines"));
    return { id: draft.id, event: await record(context, [change]) };
  });
}

function noDuplicate(number: string): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "id",
    message: `${quoted(number)} is a credit note`,
    next: "duplicate the invoice that it corrects; nothing was done",
  });
}
