import { z } from "zod";
import { type Change, record, Recording } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { type ById, text, uuid } from "../../core/fields.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { transaction } from "../../db/transaction.ts";
import type { Credit } from "../../shared/credit-totals.ts";
import { MOST_MINOR } from "../../shared/money.ts";
import { settingsOf } from "../invoice-settings/settings.ts";
import { todayOf } from "../team/today.ts";
import { issueCreditNote, lockToCredit, readCredited } from "./credit-note.ts";
import { nextNumber, numberingOf } from "./give-number.ts";
import { freeTime, TIME_IS_FREE } from "./held-time.ts";
import { LONGEST_INVOICE_NOTE, MOST_LINES } from "./invoice-line.ts";
import { findInvoice, type InvoiceRow, invoiceSnapshot, noInvoice } from "./invoice.ts";
import { withdrawMails } from "./mails.ts";
import {
  insertPayment,
  lockPayable,
  invoiceMoney,
  paymentFields,
  settledOf,
  settlePayments,
} from "./payments.ts";
import { differenceOf } from "./send-invoice.ts";

const minor = z.int().positive().max(MOST_MINOR);

const quantity = z
  .string()
  .regex(/^-?\d{1,9}(?:\.\d{1,6})?$/, "must be a number with six decimals at most, such as 12.5");

/** Quantities of lines, or an amount with tax. */
export const CreditInvoice = z
  .strictObject({
    id: uuid,
    lines: z
      .array(z.strictObject({ id: z.string(), quantity }))
      .min(1)
      .max(MOST_LINES)
      .optional(),
    amount_minor: minor.optional(),
    /** Printed on the credit note. */
    note: text(LONGEST_INVOICE_NOTE).nullable().default(null),
    /** Amount that was left to credit when the person decided. */
    left_minor: z.int().optional(),
    /** Sent back to the customer at once. */
    refund: z.strictObject(paymentFields).optional(),
  })
  .refine(({ lines, amount_minor }) => (lines === undefined) !== (amount_minor === undefined), {
    message: "give lines or an amount, and not both",
    path: ["amount_minor"],
  });

export type CreditInvoice = z.output<typeof CreditInvoice>;

export type CreditedInvoice = {
  readonly row: InvoiceRow;
  readonly creditNote: InvoiceRow;
  readonly event: string;
  readonly notices: readonly string[];
};

/**
 * Credits a part of an invoice that was sent, and records what is sent back of it at once.
 * @throws Refusal for more than is left, or than is owed back; `changed_since`, `settled`, `already_canceled`
 */
export async function creditInvoice(
  context: Context,
  { id, note, left_minor, refund, ...given }: CreditInvoice,
): Promise<CreditedInvoice> {
  return transaction(context, async (context) => {
    const row = await lockCreditable(context, id);
    requireLeft(row, left_minor);
    const credit = creditIn(row, given);
    const credited = await writeCredit(context, { row, credit, note });
    const refunded =
      refund === undefined ? null : await writeRefund(context, credited.row, refund, "refund.");
    const settled = refunded?.row ?? credited.row;
    const changes = [...credited.changes, ...(refunded === null ? [] : [refunded.change])];
    const { creditNote } = credited;
    return { row: settled, creditNote, ...(await recorded(context, settled, creditNote, changes)) };
  });
}

async function lockCreditable(context: Context, id: string): Promise<InvoiceRow> {
  return lockToCredit(context, id, requireCreditable);
}

function requireCreditable(row: InvoiceRow): void {
  const name = quoted(row.number ?? "");
  if (row.type === "credit_note")
    throw refused("settled", `${name} is a credit note`, "credit its invoice");
  if (row.number === null)
    throw refused("invalid_argument", "The draft was not sent", "change it, or delete it");
  if (row.canceled_at !== null)
    throw refused("already_canceled", `${name} is canceled`, "write a new invoice");
  if (row.credited_minor === row.total_minor)
    throw refused("settled", `Nothing is left of ${name} to credit`, "look at its credit notes");
}

function refused(
  code: "settled" | "invalid_argument" | "already_canceled",
  message: string,
  next: string,
): Refusal {
  return new Refusal({ code, path: "id", message, next: `${next}; nothing was credited` });
}

/** Two people who credit at once would each see what only one of them may have. */
function requireLeft(row: InvoiceRow, seen: number | undefined): void {
  const left = row.total_minor - row.credited_minor;
  if (seen === undefined || seen === left) return;
  throw new Refusal({
    code: "changed_since",
    path: null,
    message: `${invoiceMoney(row, seen)} was left to credit, and ${invoiceMoney(row, left)} is by now`,
    next: "look at its credit notes, and try again; nothing was credited",
  });
}

type Given = Pick<CreditInvoice, "lines" | "amount_minor">;

function creditIn({ lines }: InvoiceRow, { lines: given = [], amount_minor }: Given): Credit {
  if (amount_minor !== undefined) return { amount_minor };
  const unknown = given.findIndex(({ id }) => !lines.some((line) => line.id === id));
  const ids = new Set(given.map(({ id }) => id));
  if (unknown >= 0 || ids.size < given.length)
    throw new Refusal({
      code: "invalid_argument",
      path: "lines",
      message:
        unknown >= 0 ? `The invoice has no line ${unknown + 1} of these` : "A line is given twice",
      next: "load the invoice again; nothing was credited",
    });
  const quantities = new Map(given.map(({ id, quantity }) => [id, quantity]));
  return { quantities: lines.map(({ id }) => quantities.get(id) ?? "0") };
}

type WriteCredit = {
  readonly row: InvoiceRow;
  readonly credit: Credit;
  readonly note: string | null;
  readonly amountAt?: string;
};

/** Issues the credit note, and settles its invoice. A mail that asks for money which is owed no more is taken back. */
async function writeCredit(context: Context, { row, credit, note, amountAt }: WriteCredit) {
  const { db, team } = context;
  const settings = await settingsOf(context);
  const creditNote = await issueCreditNote(context, {
    invoice: row,
    settings,
    credit,
    note: note === "" ? null : note,
    ...(amountAt === undefined ? {} : { amountAt }),
  });
  const changed = {
    credited_minor: row.credited_minor + creditNote.total_minor,
    updated_at: creditNote.created_at,
  };
  await db
    .updateTable("invoices")
    .set(changed)
    .where("team_id", "=", team.id)
    .where("id", "=", row.id)
    .execute();
  const settled = await settlePayments(context, { ...row, ...changed });
  if (settled.status === "canceled") await withdrawMails(context, row.id);
  const changes: readonly Change[] = [
    { type: "invoice", id: row.id, ...differenceOf(row, settled) },
    { type: "invoice", id: creditNote.id, before: null, after: invoiceSnapshot(creditNote) },
  ];
  return { row: settled, creditNote, changes };
}

/** Writes the event of a credit. What is credited entirely bills nothing: its tracked time is free, as after a void. */
async function recorded(
  context: Context,
  row: InvoiceRow,
  { number }: InvoiceRow,
  changes: readonly Change[],
) {
  const recording = new Recording(context);
  await recording.add(changes);
  if (row.credited_minor === row.total_minor) await freeTime(context, recording, row.id);
  const event = await recording.end();
  const { toRefund } = settledOf(row);
  const isFreed = recording.countOf("invoice_time") > 0;
  const notices = [
    `The credit note ${number} was not mailed: send it on its page.`,
    ...(toRefund === 0 ? [] : [`${invoiceMoney(row, toRefund)} is to be refunded.`]),
    ...(isFreed ? [TIME_IS_FREE] : []),
  ];
  return { event, notices };
}

export const RefundInvoice = z.strictObject({
  id: uuid,
  ...paymentFields,
  /** A credit note over so much is issued with it, for a refund of more than is owed back. */
  credit_minor: minor.optional(),
});

export type RefundInvoice = z.output<typeof RefundInvoice>;

export type RefundedInvoice = Omit<CreditedInvoice, "creditNote"> & {
  readonly creditNote: InvoiceRow | null;
};

/**
 * Records what was sent back to a customer, at most what is owed back. More needs a credit note, which is issued with it.
 * @throws Refusal for a draft, a credit note, a day to come, and more than is owed back
 */
export async function refundInvoice(
  context: Context,
  { id, credit_minor, ...refund }: RefundInvoice,
): Promise<RefundedInvoice> {
  return transaction(context, async (context) => {
    if (credit_minor === undefined) {
      const row = await lockPayable(context, id);
      const refunded = await writeRefund(context, row, refund);
      const event = await record(context, [refunded.change]);
      return { row: refunded.row, creditNote: null, event, notices: [] };
    }
    const row = await lockCreditable(context, id);
    const credit = { amount_minor: credit_minor };
    const credited = await writeCredit(context, { row, credit, note: null, amountAt: CREDITED });
    const refunded = await writeRefund(context, credited.row, refund);
    const changes = [refunded.change, ...credited.changes];
    const { row: settled } = refunded;
    const { creditNote } = credited;
    return { row: settled, creditNote, ...(await recorded(context, settled, creditNote, changes)) };
  });
}

const CREDITED = "credit_minor";

type Refund = Omit<RefundInvoice, "id" | "credit_minor">;

/** @param at path of the refund in the caller's input */
async function writeRefund(context: Context, row: InvoiceRow, refund: Refund, at = "") {
  const { toRefund } = settledOf(row);
  if (refund.amount_minor > toRefund)
    throw new Refusal({
      code: "invalid_argument",
      path: `${at}amount_minor`,
      message:
        toRefund === 0
          ? `Nothing is owed back on ${quoted(row.number ?? "")}`
          : `${invoiceMoney(row, toRefund)} is owed back on ${quoted(row.number ?? "")}, not ${invoiceMoney(row, refund.amount_minor)}`,
      next: "credit a part of the invoice with it; nothing was recorded",
    });
  const change = await insertPayment(context, row, { kind: "refund", ...refund });
  return { row: await settlePayments(context, row), change };
}

const TaxedSum = z.object({
  category: z.enum(["S", "Z", "E", "AE", "K", "G", "O"]),
  bp: z.int(),
  net_minor: z.int(),
  tax_minor: z.int(),
});

export const Creditable = z.object({
  left_minor: z.int(),
  /** Number that the credit note would get, if it was issued now. */
  number: z.string(),
  /** Taken back by earlier credit notes. Quantities are by line of the invoice. */
  credited: z.object({
    quantities: z.array(z.string()),
    taxes: z.array(TaxedSum),
    net_minor: z.int(),
  }),
});

/** Tells what is left of an invoice to credit. @throws Refusal for what cannot be credited */
export async function getCreditable(
  context: Context,
  { id }: ById,
): Promise<z.input<typeof Creditable>> {
  const row = await findInvoice(context, id);
  if (row === undefined) throw noInvoice(id);
  requireCreditable(row);
  const numbering = numberingOf(await settingsOf(context), "credit_note");
  const [{ credited }, number] = await Promise.all([
    readCredited(context, row),
    nextNumber(context, numbering, await todayOf(context)),
  ]);
  const { quantities, taxes, net_minor } = credited;
  return {
    left_minor: row.total_minor - row.credited_minor,
    number,
    credited: {
      quantities: [...quantities],
      taxes: taxes.map((tax) => ({ ...tax })),
      net_minor,
    },
  };
}
