import { type Change, Recording } from "../../activity/journal.ts";
import { givenOf, type Undoable } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { transaction } from "../../db/transaction.ts";
import { settingsOf } from "../invoice-settings/settings.ts";
import {
  type Buyer,
  completed,
  DraftChanges,
  keepBuyer,
  keepPaymentAccount,
  keepRates,
  storedInvoice,
} from "./draft.ts";
import { holdTime, type NewTime } from "./held-time.ts";
import { type InvoiceRow, invoiceSnapshot } from "./invoice.ts";

export const CreateDraft = DraftChanges;

type Options = {
  /** Name of the lines in the caller's input. */
  readonly linesAt?: string;
  /** Changes of the same call that come before: a tax rate that it added. */
  readonly also?: readonly Change[];
  /** Time that stands behind the lines; its entries are locked. */
  readonly times?: readonly NewTime[];
};

export type CreatedDraft = Undoable & {
  readonly row: InvoiceRow;
  readonly customer: Buyer | null;
};

/** Creates an invoice without a number. Its customer and the settings fill what is left out. */
export async function createDraft(
  context: Context,
  input: DraftChanges,
  { linesAt = "lines", also = [], times = [] }: Options = {},
): Promise<CreatedDraft> {
  return transaction(context, async (context) => {
    const { customer_id: id = null, lines = [] } = input;
    const customer = id === null ? null : await keepBuyer(context, id);
    const settings = await settingsOf(context);
    const rates = await keepRates(context, lines);
    await keepPaymentAccount(context, input.payment_account_id ?? null);
    const draft: InvoiceRow = {
      ...NEW_DRAFT,
      currency: customer?.preferred_currency ?? context.team.baseCurrency,
      terms_days: customer?.default_payment_terms ?? settings.terms_days,
      prices_include_tax: settings.prices_include_tax,
      ...givenOf(input),
      lines,
      team_id: context.team.id,
      id: context.newId(),
      customer_id: id,
      created_by: context.actor.id,
      created_at: context.now,
      updated_at: context.now,
    };
    const row = completed(draft, rates, linesAt);
    const recording = new Recording(context, { toCome: async () => times.length });
    await recording.add([...also, await insertDraft(context, row)]);
    await holdTime(context, recording, { invoice_id: row.id, times });
    return { row, customer, event: await recording.end() };
  });
}

export async function insertDraft({ db }: Context, row: InvoiceRow): Promise<Change> {
  await db.insertInto("invoices").values(storedInvoice(row)).execute();
  return { type: "invoice", id: row.id, before: null, after: invoiceSnapshot(row) };
}

/** Columns of a new draft that nobody gives. */
export const NEW_DRAFT = {
  type: "invoice",
  status: "draft",
  credits_id: null,
  language: null,
  issue_date: null,
  due_date: null,
  service_from: null,
  service_to: null,
  reference: null,
  discount_bp: null,
  discount_minor: null,
  note: null,
  payment_account_id: null,
  net_minor: 0,
  tax_minor: 0,
  total_minor: 0,
  credited_minor: 0,
  paid_minor: 0,
  refunded_minor: 0,
  series: null,
  period: null,
  sequence: null,
  number: null,
  buyer_name: null,
  sent_at: null,
  overdue_from: null,
  canceled_at: null,
  paid_at: null,
  link_id: null,
  opened_at: null,
  search_text: "",
} as const satisfies Partial<InvoiceRow>;
