import { z } from "zod";
import { type ById, event, notices, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { daysBetween } from "../../shared/calendar.ts";
import type { Day } from "../../shared/time.ts";
import { settingsOf } from "../invoice-settings/settings.ts";
import type { ListedInvoice } from "./find-invoices.ts";
import { dueDateOf, type FoundInvoice, requireInvoice } from "./get-invoice.ts";
import { nextNumber, numberingOf } from "./give-number.ts";
import { InvoiceBody } from "./invoice-body.ts";
import { type InvoiceRow, type InvoiceStatus, moneyOf, statusOn } from "./invoice.ts";
import type { InvoicePage } from "./list-invoices.ts";
import type { ShownMail } from "./mails.ts";
import { expectedDays } from "./sending-days.ts";

/** Invoices as the web app gets them. Amounts are in minor units. */

const text = z.string().nullable();
const minor = z.int();

const Status = z.enum([
  "draft",
  "unpaid",
  "overdue",
  "paid",
  "canceled",
  "refunded",
  "issued",
]) satisfies z.ZodType<InvoiceStatus>;

const Customer = z.object({ id: uuid, name: z.string() }).nullable();

const MailState = z.enum(["queued", "sending", "sent", "failed", "withdrawn", "not_sent"]);

const ShownRow = z.object({
  id: uuid,
  type: z.enum(["invoice", "credit_note"]),
  number: text,
  status: Status,
  customer: Customer,
  /** As it was sent. */
  buyer_name: text,
  currency: z.string(),
  /** Null until the day of sending. */
  issue_date: text,
  due_date: text,
  reference: text,
  /** Null where nothing is overdue. */
  days_overdue: z.int().nullable(),
  total_minor: minor,
  due_minor: minor,
  to_refund_minor: minor,
  /** Of a credit note: number of the invoice that it corrects. */
  credits_number: text,
  /** Of the last mail. */
  mail_state: MailState.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});

const Sums = z.array(z.object({ currency: z.string(), minor }));

export const ShownInvoices = z.object({
  items: z.array(ShownRow),
  nextCursor: text,
  totals: z.object({ count: z.int(), owed: Sums, overdue: Sums, to_refund: Sums }).nullable(),
});

export function shownInvoices({
  items,
  nextCursor,
  totals,
  today,
}: InvoicePage): z.input<typeof ShownInvoices> {
  return {
    items: items.map((row) => shownRow(row, today)),
    nextCursor,
    totals: totals && {
      count: totals.count,
      owed: [...totals.owed],
      overdue: [...totals.overdue],
      to_refund: [...totals.to_refund],
    },
  };
}

function shownRow(row: ListedInvoice, today: Day): z.input<typeof ShownRow> {
  const { customer_id, customer_name } = row;
  return {
    id: row.id,
    type: row.type,
    number: row.number,
    status: statusOn(today, row),
    customer:
      customer_id === null || customer_name === null
        ? null
        : { id: customer_id, name: customer_name },
    buyer_name: row.buyer_name,
    currency: row.currency,
    issue_date: row.issue_date,
    due_date: dueDateOf(row),
    reference: row.reference,
    days_overdue: daysOverdue(row, today),
    ...moneyOf(row),
    credits_number: row.credits_number,
    mail_state: row.mail_state,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

function daysOverdue(row: Pick<InvoiceRow, "status" | "overdue_from">, today: Day): number | null {
  if (statusOn(today, row) !== "overdue" || row.overdue_from === null) return null;
  return daysBetween(row.overdue_from, today) + 1;
}

const Payment = z.object({
  id: uuid,
  kind: z.enum(["payment", "refund"]),
  paid_on: z.string(),
  amount_minor: minor,
  method: z.enum(["transfer", "card", "cash", "other"]),
  note: text,
  /** The bank transaction that it was booked from. */
  transaction_id: text,
  /** Name of the person. */
  by: text,
  created_at: z.string(),
});

const Mail = z.object({
  id: uuid,
  kind: z.enum(["invoice", "credit_note", "canceled"]),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  state: MailState,
  /** Reason for which it was not sent, or not yet. */
  last_error: text,
  next_attempt_at: text,
  may_have_arrived_twice: z.boolean(),
  /** Addresses that the mail server did not take. */
  refused: z.array(z.string()),
  sent_at: text,
  by: text,
  created_at: z.string(),
});

export const ShownLine = z.object({
  id: z.string(),
  name: z.string(),
  description: text,
  quantity: z.string(),
  unit: text,
  price: z.string(),
  discount_bp: z.int().nullable(),
  discount_minor: minor.nullable(),
  tax_rate_id: text,
});

export const ShownInvoice = ShownRow.omit({ mail_state: true, credits_number: true }).extend({
  /** `due_date` is as somebody gave it. This is derived from the day of issue and the terms where nobody did. */
  due_on: text,
  language: text,
  terms_days: z.int().nullable(),
  service_from: text,
  service_to: text,
  prices_include_tax: z.boolean(),
  discount_bp: z.int().nullable(),
  discount_minor: minor.nullable(),
  lines: z.array(ShownLine),
  note: text,
  payment_account_id: text,
  credited_minor: minor,
  paid_minor: minor,
  refunded_minor: minor,
  sent_at: text,
  paid_at: text,
  canceled_at: text,
  /** Name of the person who voided it. */
  canceled_by: text,
  /** Number that a draft would get, if it was sent today. */
  next_number: text,
  /** All that the document says: as it was sent, or as a draft would be sent today. */
  body: InvoiceBody,
  payments: z.array(Payment),
  mails: z.array(Mail),
  credit_notes: z.array(
    z.object({
      id: uuid,
      number: text,
      total_minor: minor,
      issue_date: text,
      created_at: z.string(),
    }),
  ),
  /** The invoice that a credit note corrects. */
  credits: z.object({ id: uuid, number: text }).nullable(),
  /** Address of the public page; null without a link. */
  public_url: text,
  /** First time that the customer has probably opened the public page. */
  opened_at: text,
  /** Name of the person who made it. */
  by: text,
  event,
  notices,
});

export type ShownInvoice = z.output<typeof ShownInvoice>;

type Told = { readonly event?: string | null; readonly notices?: readonly string[] };

/** @throws Refusal for an id that the team does not have */
export async function getShownInvoice(
  context: Context,
  { id }: ById,
  { event = null, notices = [] }: Told = {},
): Promise<z.input<typeof ShownInvoice>> {
  const found = await requireInvoice(context, { id });
  const { row, status, today, customer, body, creditNotes, credits } = found;
  const voider = await voiderOf(context, row);
  const [next, names] = await Promise.all([
    row.status === "draft" ? wouldBe(context, row, today) : null,
    namesOfPeople(context, found, voider),
  ]);
  const nameOf = (person: string | null) => (person === null ? null : (names.get(person) ?? null));
  return {
    ...ofRow(row),
    status,
    customer,
    due_date: row.due_date,
    due_on: dueDateOf(row),
    days_overdue: daysOverdue(row, today),
    ...moneyOf(row),
    lines: [...row.lines],
    next_number: next,
    body,
    payments: found.payments.map(({ team_id: _team, invoice_id: _id, created_by, ...payment }) => ({
      ...payment,
      by: nameOf(created_by),
    })),
    mails: found.mails.map((mail) => ({ ...ofMail(mail), by: nameOf(mail.created_by) })),
    credit_notes: [...creditNotes],
    credits,
    public_url: found.url,
    canceled_by: nameOf(voider),
    by: nameOf(row.created_by),
    event,
    ...(notices.length === 0 ? {} : { notices: [...notices] }),
  };
}

/** Columns that are answered as they are stored. */
function ofRow(row: InvoiceRow) {
  return {
    id: row.id,
    type: row.type,
    number: row.number,
    buyer_name: row.buyer_name,
    currency: row.currency,
    language: row.language,
    issue_date: row.issue_date,
    terms_days: row.terms_days,
    service_from: row.service_from,
    service_to: row.service_to,
    reference: row.reference,
    prices_include_tax: row.prices_include_tax,
    discount_bp: row.discount_bp,
    discount_minor: row.discount_minor,
    note: row.note,
    payment_account_id: row.payment_account_id,
    credited_minor: row.credited_minor,
    paid_minor: row.paid_minor,
    refunded_minor: row.refunded_minor,
    sent_at: row.sent_at,
    paid_at: row.paid_at,
    canceled_at: row.canceled_at,
    opened_at: row.opened_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

function ofMail({ created_by: _person, error, to, cc, refused, ...mail }: ShownMail) {
  return { ...mail, to: [...to], cc: [...cc], last_error: error, refused: [...refused] };
}

async function wouldBe(context: Context, row: InvoiceRow, today: Day): Promise<string> {
  const settings = await settingsOf(context);
  const numbering = numberingOf(settings, row.type);
  const { days } = await expectedDays(context, row, settings, { series: numbering.series, today });
  return nextNumber(context, numbering, days.issue_date);
}

/** Asks the journal who voided an invoice: it keeps that when what was changed is not told any more. */
async function voiderOf(
  { db, team }: Context,
  { id, canceled_at }: InvoiceRow,
): Promise<string | null> {
  if (canceled_at === null) return null;
  const event = await db
    .selectFrom("activity_changes as change")
    .innerJoin("activity_events as event", (join) =>
      join.onRef("event.team_id", "=", "change.team_id").onRef("event.id", "=", "change.event_id"),
    )
    .select("event.actor_id")
    .where("change.team_id", "=", team.id)
    .where("change.subject_type", "=", "invoice")
    .where("change.subject_id", "=", id)
    .where("event.created_at", "=", canceled_at)
    .orderBy("event.id", "desc")
    .limit(1)
    .executeTakeFirst();
  return event?.actor_id ?? null;
}

/** By id; only members of the team, past ones too, write its invoices. */
async function namesOfPeople(
  { db }: Context,
  { row, payments, mails }: FoundInvoice,
  voider: string | null,
) {
  const makers = [row, ...payments, ...mails].flatMap(({ created_by }) => created_by ?? []);
  const ids = new Set(voider === null ? makers : [...makers, voider]);
  if (ids.size === 0) return new Map<string, string>();
  const people = await db
    .selectFrom("users")
    .select(["id", "name"])
    .where("id", "in", [...ids])
    .execute();
  return new Map(people.map(({ id, name }) => [id, name] as const));
}

export const SuggestedLines = z.object({
  items: z.array(
    ShownLine.pick({
      name: true,
      description: true,
      unit: true,
      price: true,
      tax_rate_id: true,
    }).extend({ currency: z.string() }),
  ),
});
