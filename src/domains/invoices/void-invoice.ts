import { z } from "zod";
import { type Change, Recording } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import type { ById } from "../../core/fields.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { transaction } from "../../db/transaction.ts";
import { hasInvoiceRules } from "../../shared/country-taxes.ts";
import { dayIn, timeOfChange } from "../../shared/time.ts";
import { type InvoiceSettings, settingsOf } from "../invoice-settings/settings.ts";
import { zoneOf } from "../team/today.ts";
import { issueCreditNote, lockToCredit } from "./credit-note.ts";
import { freeTime, TIME_IS_FREE } from "./held-time.ts";
import {
  customerNameOf,
  findInvoice,
  type InvoiceRow,
  invoiceSnapshot,
  noInvoice,
} from "./invoice.ts";
import { withdrawMails } from "./mails.ts";
import { invoiceMoney, settledOf } from "./payments.ts";
import { differenceOf } from "./send-invoice.ts";

export type VoidedInvoice = {
  readonly row: InvoiceRow;
  readonly creditNote: InvoiceRow | null;
  readonly event: string;
  readonly notices: readonly string[];
};

/**
 * Cancels an invoice. What was sent of it stays; where the team or its country wants one, a credit note takes it back.
 * @throws Refusal `already_canceled`, or `settled` for a credit note
 */
export async function voidInvoice(context: Context, { id }: ById): Promise<VoidedInvoice> {
  return transaction(context, async (context) => {
    const row = await lockToCredit(context, id, async (row) => requireVoidable(context, row));
    const settings = await settingsOf(context);
    const creditNote = issuesCreditNote(row, settings)
      ? await issueCreditNote(context, { invoice: row, settings, credit: null })
      : null;
    const canceled = await writeCanceled(context, row, creditNote);
    const withdrawn = await withdrawMails(context, id);
    const recording = new Recording(context);
    await recording.add(changesOf(row, canceled, creditNote));
    await freeTime(context, recording, id);
    const event = await recording.end();
    const isFreed = recording.countOf("invoice_time") > 0;
    const freed = isFreed ? [TIME_IS_FREE] : [];
    const notices = [...noticesOfVoid(canceled, creditNote, withdrawn), ...freed];
    return { row: canceled, creditNote, event, notices };
  });
}

async function requireVoidable(context: Context, row: InvoiceRow): Promise<void> {
  if (row.type === "credit_note")
    throw new Refusal({
      code: "settled",
      path: "id",
      message: `${nameOf(row)} is a credit note, and a correction is not taken back`,
      next: "write a new invoice instead; nothing was done",
    });
  if (row.status !== "canceled") return;
  const on = row.canceled_at === null ? "" : ` on ${dayIn(await zoneOf(context), row.canceled_at)}`;
  throw new Refusal({
    code: "already_canceled",
    path: "id",
    message: `${nameOf(row)} was canceled${on}`,
    next: "nothing is left to do, and nothing was done",
  });
}

function nameOf({ number }: InvoiceRow): string {
  return number === null ? "The draft" : quoted(number);
}

/** A draft was sent to nobody, and there is nothing to take back of a total of 0. */
function issuesCreditNote(
  { number, total_minor, credited_minor }: InvoiceRow,
  { void_issues_credit_note, country_code }: InvoiceSettings,
): boolean {
  const isWanted = void_issues_credit_note ?? hasInvoiceRules(country_code);
  return isWanted && number !== null && total_minor > credited_minor;
}

async function writeCanceled(
  { db, team, now }: Context,
  row: InvoiceRow,
  creditNote: InvoiceRow | null,
): Promise<InvoiceRow> {
  const credited_minor = creditNote === null ? row.credited_minor : row.total_minor;
  // Its own credit note is not older; those of parts are.
  const canceled_at = timeOfChange(now, row.updated_at);
  const { status } = settledOf({ ...row, credited_minor, canceled_at });
  const changed = { status, credited_minor, canceled_at, updated_at: canceled_at };
  await db
    .updateTable("invoices")
    .set(changed)
    .where("team_id", "=", team.id)
    .where("id", "=", row.id)
    .execute();
  return { ...row, ...changed };
}

function changesOf(
  before: InvoiceRow,
  after: InvoiceRow,
  creditNote: InvoiceRow | null,
): readonly Change[] {
  const type = "invoice";
  return [
    { type, id: before.id, ...differenceOf(before, after) },
    ...(creditNote === null
      ? []
      : [{ type, id: creditNote.id, before: null, after: invoiceSnapshot(creditNote) } as const]),
  ];
}

function noticesOfVoid(
  row: InvoiceRow,
  creditNote: InvoiceRow | null,
  withdrawn: number,
): readonly string[] {
  const owed = row.paid_minor - row.refunded_minor;
  return [
    ...(creditNote === null
      ? []
      : [
          `The credit note ${creditNote.number} corrects it. It was not mailed: a person sends it on its page in the web app.`,
        ]),
    ...(withdrawn === 0 ? [] : ["Its mail had not left yet, and will not be sent."]),
    ...(owed > 0 ? [`${invoiceMoney(row, owed)} were paid, and are to be refunded.`] : []),
  ];
}

/** Asks a person about voiding; null for an invoice that cannot be voided. */
export async function lossOfInvoice(context: Context, { id }: ById): Promise<string | null> {
  const row = await findInvoice(context, id);
  if (row === undefined || row.type === "credit_note" || row.status === "canceled") return null;
  const { number, customer, total, paid, credit_minor } = await lossOf(context, row);
  const of = customer === null ? "" : ` of ${quoted(customer)}`;
  if (number === null) return `Cancel the draft${of}, ${total}? It gets no number.`;
  const note =
    credit_minor === null ? "" : ` A credit note over ${overWhat(row, credit_minor)} is issued.`;
  const refund = paid === null ? "" : ` ${paid} were paid, and are to be refunded.`;
  return `Void the invoice ${quoted(number)}${of}, ${total}, for good?${note}${refund}`;
}

function overWhat(row: InvoiceRow, minor: number): string {
  return minor === row.total_minor ? "all of it" : `the remaining ${invoiceMoney(row, minor)}`;
}

export const VoidLoss = z.object({
  number: z.string().nullable(),
  customer: z.string().nullable(),
  total: z.string(),
  /** Null while nothing was paid. */
  paid: z.string().nullable(),
  /** Over what the credit note is that is issued; null where none is. */
  credit_minor: z.int().nullable(),
});

export type VoidLoss = z.output<typeof VoidLoss>;

/** @throws Refusal for what cannot be voided, as voiding it does */
export async function getVoidLoss(context: Context, { id }: ById): Promise<VoidLoss> {
  const row = await findInvoice(context, id);
  if (row === undefined) throw noInvoice(id);
  await requireVoidable(context, row);
  return lossOf(context, row);
}

async function lossOf(context: Context, row: InvoiceRow): Promise<VoidLoss> {
  const paid = row.paid_minor - row.refunded_minor;
  return {
    number: row.number,
    customer: row.buyer_name ?? (await customerNameOf(context, row)),
    total: invoiceMoney(row, row.total_minor),
    paid: paid === 0 ? null : invoiceMoney(row, paid),
    credit_minor: issuesCreditNote(row, await settingsOf(context))
      ? row.total_minor - row.credited_minor
      : null,
  };
}
