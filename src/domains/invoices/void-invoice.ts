import { z } from "zod";
import { type Change, record } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import type { ById } from "../../core/fields.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { enqueue } from "../../db/outbox.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { hasInvoiceRules } from "../../shared/country-taxes.ts";
import { decimalText } from "../../shared/money.ts";
import { dayIn, timeOfChange } from "../../shared/time.ts";
import { keepCustomer } from "../customers/customer.ts";
import { type InvoiceSettings, settingsOf } from "../invoice-settings/settings.ts";
import { todayOf, zoneOf } from "../team/today.ts";
import { insertBody, storedBody } from "./body-of.ts";
import { giveNumber, numberingOf, writeNumbered } from "./give-number.ts";
import type { InvoiceBody } from "./invoice-body.ts";
import {
  findInvoice,
  type InvoiceRow,
  invoiceSnapshot,
  lockInvoice,
  noInvoice,
  searchTextOf,
} from "./invoice.ts";
import { newLinkId } from "./link.ts";
import { withdrawMails } from "./mails.ts";
import { settledOf } from "./payments.ts";
import { differenceOf } from "./send-invoice.ts";
import { sendingDays } from "./sending-days.ts";

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
    const row = await lockToVoid(context, id);
    const settings = await settingsOf(context);
    const creditNote = issuesCreditNote(row, settings)
      ? await writeCreditNote(context, row, settings)
      : null;
    const canceled = await writeCanceled(context, row, creditNote);
    const withdrawn = await withdrawMails(context, id);
    if (creditNote !== null)
      await enqueue(context, { job: "invoice_pdf", subjectId: creditNote.id });
    const event = await record(context, changesOf(row, canceled, creditNote));
    const notices = noticesOfVoid(canceled, creditNote, withdrawn);
    return { row: canceled, creditNote, event, notices };
  });
}

/** Locks the invoice in the order of locks. A customer that is deleted meanwhile does not matter. */
async function lockToVoid(context: Context, id: string): Promise<InvoiceRow> {
  const before = await findInvoice(context, id);
  if (before === undefined) throw noInvoice(id);
  await requireVoidable(context, before);
  await lockTeam(context);
  if (before.customer_id !== null) await keepCustomer(context, before.customer_id);
  const row = await lockInvoice(context, id);
  if (row === undefined) throw noInvoice(id);
  await requireVoidable(context, row);
  return row;
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

/** Credits all of an invoice, line by line as it was sent: nothing is computed again. */
async function writeCreditNote(
  context: Context,
  invoice: InvoiceRow,
  settings: InvoiceSettings,
): Promise<InvoiceRow> {
  const { now, actor } = context;
  const sent = await storedBody(context, invoice.id);
  const draft = creditNoteOf(invoice, { id: context.newId(), now, createdBy: actor.id });
  const numbering = numberingOf(settings, "credit_note");
  const { series } = numbering;
  const today = await todayOf(context);
  const days = await sendingDays(context, draft, settings, { series, today });
  const numbered = await giveNumber(context, numbering, days.issue_date);
  const body = mirrored(sent, { ...days, id: draft.id, number: numbered.number });
  const issued: InvoiceRow = {
    ...draft,
    ...numbered,
    issue_date: days.issue_date,
    sent_at: now,
    link_id: newLinkId(context),
    search_text: searchTextOf({
      number: numbered.number,
      customerName: draft.buyer_name,
      reference: draft.reference,
    }),
  };
  const { lines, ...columns } = issued;
  const insert = context.db
    .insertInto("invoices")
    .values({ ...columns, lines: JSON.stringify(lines) });
  await writeNumbered(numbered.number, async () => insert.execute());
  await insertBody(context, body);
  return issued;
}

type New = { readonly id: string; readonly now: string; readonly createdBy: string };

function creditNoteOf(invoice: InvoiceRow, { id, now, createdBy }: New): InvoiceRow {
  return {
    ...invoice,
    id,
    type: "credit_note",
    status: "issued",
    credits_id: invoice.id,
    issue_date: null,
    due_date: null,
    terms_days: null,
    credited_minor: 0,
    paid_minor: 0,
    refunded_minor: 0,
    overdue_from: null,
    canceled_at: null,
    paid_at: null,
    link_id: null,
    opened_at: null,
    created_by: createdBy,
    created_at: now,
    updated_at: now,
  };
}

type Mirror = Pick<InvoiceBody, "id" | "issue_date"> & { readonly number: string };

function mirrored(sent: InvoiceBody, { id, number, issue_date }: Mirror): InvoiceBody {
  if (sent.number === null) throw new Error(`the body of ${sent.id} has no number`);
  return {
    ...sent,
    type: "credit_note",
    id,
    number,
    issue_date,
    due_date: null,
    credits: { number: sent.number, issue_date: sent.issue_date },
    payment: null,
  };
}

async function writeCanceled(
  { db, team, now }: Context,
  row: InvoiceRow,
  creditNote: InvoiceRow | null,
): Promise<InvoiceRow> {
  const credited_minor = creditNote === null ? row.credited_minor : row.total_minor;
  const { status } = settledOf({ ...row, credited_minor, canceled_at: now });
  const changed = {
    status,
    credited_minor,
    canceled_at: now,
    updated_at: timeOfChange(now, row.updated_at),
  };
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
          `The credit note ${creditNote.number} corrects it. It was not mailed: send it on its page.`,
        ]),
    ...(withdrawn === 0 ? [] : ["Its mail had not left yet, and will not be sent."]),
    ...(owed > 0 ? [`${moneyIn(row, owed)} were paid, and are to be refunded.`] : []),
  ];
}

function moneyIn({ currency }: InvoiceRow, minor: number): string {
  return `${decimalText(minor, currency)} ${currency}`;
}

/** Asks a person about voiding; null for an invoice that cannot be voided. */
export async function lossOfInvoice(context: Context, { id }: ById): Promise<string | null> {
  const row = await findInvoice(context, id);
  if (row === undefined || row.type === "credit_note" || row.status === "canceled") return null;
  const { number, customer, total, paid, has_credit_note } = await lossOf(context, row);
  const of = customer === null ? "" : ` of ${quoted(customer)}`;
  if (number === null) return `Cancel the draft${of}, ${total}? It gets no number.`;
  const note = has_credit_note ? " A credit note over all of it is issued." : "";
  const refund = paid === null ? "" : ` ${paid} were paid, and are to be refunded.`;
  return `Void the invoice ${quoted(number)}${of}, ${total}, for good?${note}${refund}`;
}

export const VoidLoss = z.object({
  number: z.string().nullable(),
  customer: z.string().nullable(),
  total: z.string(),
  /** Null while nothing was paid. */
  paid: z.string().nullable(),
  has_credit_note: z.boolean(),
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
    customer: row.buyer_name ?? (await customerName(context, row)),
    total: moneyIn(row, row.total_minor),
    paid: paid === 0 ? null : moneyIn(row, paid),
    has_credit_note: issuesCreditNote(row, await settingsOf(context)),
  };
}

async function customerName(
  { db, team }: Context,
  { customer_id }: InvoiceRow,
): Promise<string | null> {
  if (customer_id === null) return null;
  const customer = await db
    .selectFrom("customers")
    .select("name")
    .where("team_id", "=", team.id)
    .where("id", "=", customer_id)
    .executeTakeFirst();
  return customer?.name ?? null;
}
