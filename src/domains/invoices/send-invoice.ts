import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { difference, record } from "../../activity/journal.ts";
import { changedMeanwhile, Refusal } from "../../core/errors.ts";
import { email, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { enqueue } from "../../db/outbox.ts";
import type { MailRecipients } from "../../db/schema/invoices.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { overdueFrom } from "../../shared/invoice-status.ts";
import type { InvoiceTotals } from "../../shared/invoice-totals.ts";
import { decimalText } from "../../shared/money.ts";
import { type Day, timeOfChange } from "../../shared/time.ts";
import { keepCustomer } from "../customers/customer.ts";
import { todayOf } from "../team/today.ts";
import { bodyOf, type BodyParts, insertBody, readBodyParts } from "./body-of.ts";
import { checkDraft, type CheckedDraft, requireComplete, requireDrawable } from "./check-draft.ts";
import { isAccountKept } from "./draft.ts";
import { giveNumber, type GivenNumber, numberingOf, writeNumbered } from "./give-number.ts";
import type { InvoiceBody } from "./invoice-body.ts";
import {
  findInvoice,
  invoiceSnapshot,
  lockInvoice,
  type InvoiceRow,
  noInvoice,
  requireDraft,
  searchTextOf,
} from "./invoice.ts";
import { newLinkId } from "./link.ts";
import { mailSubject, mailText, writtenMail } from "./mail-texts.ts";
import {
  defaultRecipients,
  MOST_RECIPIENTS,
  queueMail,
  requireMailRoom,
  type ShownMail,
} from "./mails.ts";
import { settledOf } from "./payments.ts";
import { sendingDays } from "./sending-days.ts";

/** The draft with all that the person who sends it has seen and typed. */
export const SendInvoice = z.strictObject({
  id: uuid,
  /** `updated_at` of the draft. */
  seen: z.string().optional(),
  total_minor: z.int().optional(),
  to: z.array(email).max(MOST_RECIPIENTS).optional(),
  cc: z.array(email).max(MOST_RECIPIENTS).optional(),
  /** Templates, as the team's own are. */
  subject: mailSubject.optional(),
  text: mailText.optional(),
});

export type SendInvoice = z.output<typeof SendInvoice>;

export type SentInvoice = {
  readonly row: InvoiceRow;
  readonly mail: ShownMail;
  readonly event: string;
  readonly notices: readonly string[];
};

/**
 * Gives a draft its number, stores what it says, and asks for its PDF and its mail: all of it, or nothing.
 * @throws Refusal `not_a_draft`, `invoice_incomplete`, `not_drawable`, `changed_meanwhile`, `changed_since`,
 * `dates_ordered`, `number_taken`, or `busy` where too much was mailed
 */
export async function sendInvoice(context: Context, given: SendInvoice): Promise<SentInvoice> {
  return transaction(context, async (context) => {
    const { row, recipients, accountId } = await lockDraft(context, given);
    const today = await todayOf(context);
    const parts = await readBodyParts(context, row);
    // There is room for those that were counted, before the locks.
    if (!isDeepStrictEqual(recipientsOf(given, parts), recipients)) throw draftChanged();
    if (accountIdOf(parts) !== accountId) throw draftChanged();
    const checked = await checkDraft(context, row, parts, today);
    const totals = requireSendable(row, checked, given);
    const numbering = numberingOf(parts.settings, row.type);
    const { series } = numbering;
    const days = await sendingDays(context, row, parts.settings, { series, today });
    const said = { ...days, totals, statedTax: checked.statedTax };
    requireDrawable(bodyOf(row, parts, { ...said, number: null }), row.customer_id);
    const numbered = await giveNumber(context, numbering, days.issue_date);
    const body = bodyOf(row, parts, { ...said, number: numbered.number });
    const sent = sentRow(context, { row, parts, body, numbered, today });
    await writeSent(context, sent);
    await insertBody(context, body);
    const mail = await queueInvoiceMail(context, given, { body, parts });
    await enqueue(context, { job: "invoice_pdf", subjectId: row.id });
    const event = await record(context, [
      { type: "invoice", id: row.id, ...differenceOf(row, sent) },
    ]);
    return {
      row: sent,
      mail,
      event,
      notices: noticesOfSending(checked, days.notices, { parts, mail, sent }),
    };
  });
}

export function differenceOf(before: InvoiceRow, after: InvoiceRow) {
  return difference(invoiceSnapshot(before), invoiceSnapshot(after));
}

type LockedDraft = {
  readonly row: InvoiceRow;
  readonly recipients: MailRecipients;
  /** Of the bank details that it would have, which are locked too. */
  readonly accountId: string | null;
};

/** Locks what a send needs in the order of locks, and refuses what has changed since it was read. */
async function lockDraft(context: Context, given: SendInvoice): Promise<LockedDraft> {
  const { id } = given;
  const draft = await findInvoice(context, id);
  if (draft === undefined) throw noInvoice(id);
  requireDraft(draft, NOTHING_SENT);
  // The settings stay as they are until the number is given: sends take turns in any case.
  await lockTeam(context);
  const parts = await readBodyParts(context, draft);
  const recipients = recipientsOf(given, parts);
  await requireMailRoom(context, recipients);
  if (draft.customer_id !== null && !(await keepCustomer(context, draft.customer_id)))
    throw draftChanged();
  const accountId = accountIdOf(parts);
  if (accountId !== null && !(await isAccountKept(context, accountId))) throw draftChanged();
  const row = await lockInvoice(context, id);
  if (row === undefined) throw draftChanged();
  requireDraft(row, NOTHING_SENT);
  const isAsRead = row.customer_id === draft.customer_id && row.updated_at === draft.updated_at;
  if (!isAsRead || (given.seen !== undefined && given.seen !== row.updated_at))
    throw draftChanged();
  return { row, recipients, accountId };
}

function accountIdOf({ account }: BodyParts): string | null {
  return account?.id ?? null;
}

const NOTHING_SENT = "nothing was sent";

function draftChanged(): Refusal {
  return changedMeanwhile(
    "The draft was changed meanwhile",
    "look at it again, and send it then; nothing was sent",
  );
}

/** @throws Refusal for what the draft lacks, and for another total than the one that was shown */
function requireSendable(
  row: InvoiceRow,
  { faults, totals }: CheckedDraft,
  { total_minor: seen }: SendInvoice,
): InvoiceTotals {
  requireComplete(faults);
  if (totals.state === "refused") throw new Error(`${row.id} has no sums, and no fault says so`);
  const { net, tax, total } = totals.value;
  const isStored = net === row.net_minor && tax === row.tax_minor && total === row.total_minor;
  if (isStored && (seen === undefined || seen === total)) return totals.value;
  const [shown, is] = [isStored ? (seen ?? total) : row.total_minor, total].map(
    (minor) => `${decimalText(minor, row.currency)} ${row.currency}`,
  );
  throw new Refusal({
    code: "changed_since",
    path: "total_minor",
    message: `The total was ${shown}, and is ${is} by the rates and prices of now`,
    next: "save the draft again on its page in the web app, look at its total, and send it then; nothing was sent",
  });
}

type Sending = {
  readonly row: InvoiceRow;
  readonly parts: BodyParts;
  readonly body: InvoiceBody;
  readonly numbered: GivenNumber;
  readonly today: Day;
};

function sentRow(context: Context, { row, parts, body, numbered, today }: Sending): InvoiceRow {
  const { now } = context;
  const { language, issue_date, due_date, service_from, service_to, reference } = body;
  const { status } = settledOf({ ...row, number: numbered.number });
  return {
    ...row,
    ...numbered,
    language,
    issue_date,
    due_date,
    service_from,
    service_to,
    payment_account_id: accountIdOf(parts),
    status,
    buyer_name: body.buyer.name,
    sent_at: now,
    overdue_from: due_date === null ? null : overdueFrom(due_date, today),
    paid_at: status === "paid" ? now : null,
    link_id: newLinkId(context),
    search_text: searchTextOf({ number: body.number, customerName: body.buyer.name, reference }),
    updated_at: timeOfChange(now, row.updated_at),
  };
}

async function writeSent({ db, team }: Context, sent: InvoiceRow): Promise<void> {
  const { team_id: _team, id, lines: _lines, ...columns } = sent;
  const update = db
    .updateTable("invoices")
    .set(columns)
    .where("team_id", "=", team.id)
    .where("id", "=", id);
  await writeNumbered(sent.number ?? "", async () => update.execute());
}

/** The customer's own addresses and the team's copy, but for those that were typed. */
export function recipientsOf(
  { to, cc }: Pick<SendInvoice, "to" | "cc">,
  { customer, settings }: BodyParts,
): MailRecipients {
  const own = defaultRecipients(customer, settings.copy_to);
  return { to: to ?? own.to, cc: cc ?? (to === undefined ? own.cc : []) };
}

async function queueInvoiceMail(
  context: Context,
  given: SendInvoice,
  { body, parts }: { readonly body: InvoiceBody; readonly parts: BodyParts },
): Promise<ShownMail> {
  const { settings, team } = parts;
  const { subject, text } = given;
  const { texts } = settings;
  const typed = { subject, text };
  const written = writtenMail(body, { kind: "invoice", texts, team, typed, hasLink: true });
  return queueMail(context, {
    ...recipientsOf(given, parts),
    ...written,
    invoice: { id: body.id },
    kind: "invoice",
    replyTo: settings.reply_to,
  });
}

function noticesOfSending(
  { faults }: CheckedDraft,
  ofDays: readonly string[],
  { parts, mail, sent }: { parts: BodyParts; mail: ShownMail; sent: InvoiceRow },
): readonly string[] {
  return [
    ...faults.filter(({ isNeeded }) => !isNeeded).map(({ message }) => message),
    ...ofDays,
    ...(parts.customer?.is_archived === true ? [`${parts.customer.name} is archived.`] : []),
    ...(sent.total_minor === 0 ? ["Its total is 0, so that it counts as paid."] : []),
    ...(mail.state === "not_sent" ? [notMailed(mail)] : []),
  ];
}

function notMailed({ error }: ShownMail): string {
  return error === "no address"
    ? "No mail goes out: the customer has no e-mail address. Once the invoice has its number, its page gives the PDF, and mails it to an address that you give."
    : "No mail goes out: no mail server is set up. Once the invoice has its number, its page gives the PDF and the text of the mail.";
}
