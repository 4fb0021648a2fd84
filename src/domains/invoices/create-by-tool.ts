import { z } from "zod";
import { currency, filterDay, noticesOf, text, uuid } from "../../core/fields.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { transaction } from "../../db/transaction.ts";
import { counted } from "../../shared/words.ts";
import { type InvoiceSettings, settingsOf } from "../invoice-settings/settings.ts";
import { createDraft, type CreatedDraft } from "./create-draft.ts";
import { requireInvoice } from "./get-invoice.ts";
import { ratesGiven } from "./given-rates.ts";
import { LONGEST_INVOICE_NOTE, ToolLines } from "./invoice-line.ts";
import { type CreatedInvoice, toolInvoice } from "./tool-answers.ts";

export const CreateByTool = z.strictObject({
  customer_id: uuid,
  line_items: ToolLines,
  note: text(LONGEST_INVOICE_NOTE).nullish(),
  currency: currency.nullish(),
  issue_date: filterDay.nullish(),
  due_date: filterDay.nullish(),
  service_from: filterDay.nullish(),
  service_to: filterDay.nullish(),
});

type Input = z.output<typeof CreateByTool>;

/** Creates a draft from numbers, which are read by their shortest decimal text, and tells each default. */
export async function createByTool(
  context: Context,
  input: Input,
): Promise<z.input<typeof CreatedInvoice>> {
  return transaction(context, async (context) => {
    const settings = await settingsOf(context);
    const rates = await ratesGiven(context, input.line_items, settings);
    const { line_items, currency: code, ...given } = input;
    const lines = line_items.map(({ name, description, quantity, unit, price }, index) => ({
      id: context.newId(),
      name,
      description: emptyAsNull(description),
      quantity: String(quantity),
      unit: emptyAsNull(unit),
      price: String(price),
      discount_bp: null,
      discount_minor: null,
      tax_rate_id: rates.ids[index] ?? null,
    }));
    const draft = { ...given, lines, currency: code ?? undefined };
    const options = { linesAt: "line_items", also: rates.changes };
    const created = await createDraft(context, draft, options);
    const found = await requireInvoice(context, { id: created.row.id });
    const told = defaultsIn(input, created, settings);
    const { today } = found;
    return {
      ...toolInvoice(found),
      ...noticesOf([...told, ...rates.notices, ...lateIn(created, today)]),
    };
  });
}

function emptyAsNull(text: string | null | undefined): string | null {
  return text === undefined || text === "" ? null : text;
}

function defaultsIn(
  input: Input,
  { row, customer }: CreatedDraft,
  settings: InvoiceSettings,
): readonly string[] {
  const isOwn = customer?.preferred_currency === row.currency;
  const isOwnTerms = (customer?.default_payment_terms ?? null) !== null;
  const since = row.issue_date === null ? "the day of sending" : "the issue date";
  return [
    ...(customer?.is_archived === true
      ? [`The customer ${quoted(customer.name)} is archived.`]
      : []),
    ...((input.currency ?? null) === null
      ? [`The currency is ${row.currency}, ${isOwn ? "which the customer prefers" : "the team's"}.`]
      : []),
    ...(row.issue_date === null ? ["The issue date will be the day of sending."] : []),
    ...(row.due_date === null && row.terms_days !== null
      ? [
          `It will be due ${counted(row.terms_days, "day")} after ${since}, by the ${isOwnTerms ? "customer's" : "team's"} terms.`,
        ]
      : []),
    ...(row.prices_include_tax ? ["Prices include tax, as the team has set."] : []),
    `It will be written in the team's language for invoices, ${LANGUAGES[settings.language] ?? settings.language}.`,
  ];
}

const LANGUAGES: Readonly<Record<string, string>> = {
  en: "English",
  de: "German",
  fr: "French",
  nl: "Dutch",
};

function lateIn({ row: { due_date } }: CreatedDraft, today: string): readonly string[] {
  if (due_date === null || due_date >= today) return [];
  return [`The due date ${due_date} is before today, ${today}: the invoice would be late at once.`];
}
