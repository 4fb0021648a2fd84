import { z } from "zod";
import { event, notices, noticesOf, text, uuid } from "../../core/fields.ts";
import { defineRoute, json } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { BookPayments, bookPayments } from "./bank-payments.ts";
import { MATCH_REASONS } from "./match-payments.ts";
import {
  categoryOfBooking,
  findOpenInvoices,
  getTransactionInvoices,
  type OpenInvoice,
  type Suggested,
  type SuggestedTransaction,
  suggestTransactions,
} from "./suggest-payments.ts";

/** Amounts are minor units. */

const nullable = z.string().nullable();

const Kind = z.enum(["payment", "refund"]);

const Why = z.array(z.enum(MATCH_REASONS));

const ShownOpenInvoice = z.object({
  id: uuid,
  number: z.string(),
  /** Name on the document, else the present name. */
  customer: nullable,
  currency: z.string(),
  issue_date: nullable,
  due_date: nullable,
  /** Owed, or owed back. */
  open_minor: z.int(),
});

function shownOpenInvoice(invoice: OpenInvoice): z.input<typeof ShownOpenInvoice> {
  const { id, number, currency, issue_date, due_date, open_minor } = invoice;
  const customer = invoice.buyer_name ?? invoice.customer_name;
  return { id, number, customer, currency, issue_date, due_date, open_minor };
}

const SuggestedInvoice = ShownOpenInvoice.extend({
  why: Why,
  /** In the invoice's currency; null where a person has to say it. */
  amount_minor: z.int().nullable(),
});

function shownSuggested({ invoice, why, amount_minor }: Suggested) {
  return { ...shownOpenInvoice(invoice), why: [...why], amount_minor };
}

const MOST_FOUND = 20;

const ofTransaction = defineRoute({
  path: "GET /api/teams/:team/transactions/:id/invoices",
  role: "member",
  input: z.strictObject({ id: uuid }),
  output: json(
    z.object({
      payments: z.array(
        z.object({
          id: uuid,
          kind: Kind,
          invoice: z.object({ id: uuid, number: nullable, customer: nullable }),
          amount_minor: z.int(),
          /** The invoice's. */
          currency: z.string(),
        }),
      ),
      /** Of the transaction's amount, in its currency: nothing is booked from it. */
      rest_minor: z.int(),
      /** Null for a transaction that is pending or a transfer. */
      kind: Kind.nullable(),
      suggested: z.array(SuggestedInvoice),
      /** Category that a booking gives a transaction without one. */
      category_slug: nullable,
    }),
  ),
  example: (idOf) => ({ id: idOf("transaction") }),
  handler: async (context: Context, input) => {
    const found = await getTransactionInvoices(context, input);
    return {
      payments: found.payments.map((payment) => ({
        id: payment.id,
        kind: payment.kind,
        invoice: {
          id: payment.invoice_id,
          number: payment.number,
          customer: payment.buyer_name,
        },
        amount_minor: payment.amount_minor,
        currency: payment.currency,
      })),
      rest_minor: found.rest_minor,
      kind: found.kind,
      suggested: found.suggested.map(shownSuggested),
      category_slug: await categoryOfBooking(context, found),
    };
  },
});

const open = defineRoute({
  path: "GET /api/teams/:team/open-invoices",
  role: "member",
  input: z.strictObject({ kind: Kind, q: text(200).default("") }),
  output: json(z.object({ items: z.array(ShownOpenInvoice) })),
  example: () => ({ kind: "payment" as const }),
  handler: async (context: Context, { kind, q }) => {
    const found = await findOpenInvoices(context, kind, q);
    return { items: found.slice(0, MOST_FOUND).map(shownOpenInvoice) };
  },
});

const ShownBankRow = z.object({
  id: uuid,
  date: z.string(),
  name: z.string(),
  /** Text and reference of the bank. */
  said: nullable,
  bank_account_id: uuid,
  amount_minor: z.int(),
  currency: z.string(),
  rest_minor: z.int(),
  why: Why,
  /** In the invoice's currency; null where a person has to say it. */
  proposed_minor: z.int().nullable(),
});

function shownBankRow(found: SuggestedTransaction): z.input<typeof ShownBankRow> {
  const { row, rest_minor, why, amount_minor } = found;
  const { description, reference } = row;
  const words = new Set([description, reference].filter((said) => said !== null && said !== ""));
  return {
    id: row.id,
    date: row.date,
    name: row.name,
    said: words.size === 0 ? null : [...words].join(" · "),
    bank_account_id: row.bank_account_id,
    amount_minor: row.amount_minor,
    currency: row.currency,
    rest_minor,
    why: [...why],
    proposed_minor: amount_minor,
  };
}

const ofInvoice = defineRoute({
  path: "GET /api/teams/:team/invoices/:id/transactions",
  role: "member",
  input: z.strictObject({ id: uuid, q: text(200).optional() }),
  output: json(z.object({ items: z.array(ShownBankRow) })),
  example: (idOf) => ({ id: idOf("sent_invoice") }),
  handler: async (context: Context, input) => ({
    items: (await suggestTransactions(context, input)).map(shownBankRow),
  }),
});

const book = defineRoute({
  path: "POST /api/teams/:team/transactions/:id/payments",
  role: "member",
  event: {
    of: "invoice_payment",
    did: "created",
    said: "booked * from the bank",
    many: "booked * payments from the bank",
    tried: "book a payment from the bank",
  },
  input: BookPayments,
  output: json(
    z.object({
      id: uuid,
      payments: z.array(z.object({ id: uuid, invoice_id: uuid, number: nullable })),
      event,
      notices,
    }),
  ),
  example: (idOf) => ({
    id: idOf("other_transaction"),
    parts: [{ invoice_id: idOf("sent_invoice") }],
  }),
  handler: async (context: Context, input) => {
    const booked = await bookPayments(context, input);
    const { payments, invoices, event } = booked;
    return {
      id: input.id,
      payments: payments.map(({ id, invoice_id }) => ({
        id,
        invoice_id,
        number: invoices.find((invoice) => invoice.id === invoice_id)?.number ?? null,
      })),
      event,
      ...noticesOf(booked.notices),
    };
  },
});

export const bankPaymentRoutes = [ofTransaction, open, ofInvoice, book] as const;
