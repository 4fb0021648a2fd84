import type { Selectable } from "kysely";
import type { ById } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { addDays } from "../../shared/calendar.ts";
import { type Day, dayIn } from "../../shared/time.ts";
import { zoneOf } from "../team/today.ts";
import { bodyOf, draftDays, readBodyParts, storedBody, draftTotals } from "./body-of.ts";
import type { InvoiceBody } from "./invoice-body.ts";
import {
  findInvoice,
  type InvoiceRow,
  type InvoiceStatus,
  noInvoice,
  statusOn,
} from "./invoice.ts";
import { linkOf } from "./link.ts";
import { mailsOf, type ShownMail } from "./mails.ts";
import { requireTotals } from "./price-invoice.ts";

export type InvoicePayment = Selectable<Schema["invoice_payments"]>;

type Referred = { readonly id: string; readonly number: string | null };

export type FoundInvoice = {
  readonly row: InvoiceRow;
  /** Derived for today. */
  readonly status: InvoiceStatus;
  readonly today: Day;
  /** Of the team's books. */
  readonly zone: string;
  readonly customer: { readonly id: string; readonly name: string } | null;
  /** All that a document says: as it was sent, or as a draft would be sent today. */
  readonly body: InvoiceBody;
  /** The oldest first, as the mails. */
  readonly payments: readonly InvoicePayment[];
  readonly mails: readonly ShownMail[];
  /** Credit notes that correct the invoice, the oldest first. */
  readonly creditNotes: readonly (Referred &
    Pick<InvoiceRow, "total_minor" | "issue_date" | "created_at">)[];
  /** The invoice that a credit note corrects. */
  readonly credits: Referred | null;
  /** Address of the public page; null while it has none. */
  readonly url: string | null;
};

/** An invoice or a credit note; null for an id that the team does not have. */
export async function getInvoice(context: Context, { id }: ById): Promise<FoundInvoice | null> {
  const row = await findInvoice(context, id);
  if (row === undefined) return null;
  const zone = await zoneOf(context);
  const today = dayIn(zone, context.now);
  const [customer, body, payments, mails, creditNotes, credits] = await Promise.all([
    customerOf(context, row),
    row.number === null ? previewOf(context, row, today) : storedBody(context, id),
    paymentsOf(context, id),
    mailsOf(context, id),
    creditNotesOf(context, id),
    creditedBy(context, row),
  ]);
  const status = statusOn(today, row);
  const url = linkOf(context, row);
  return { row, status, today, zone, customer, body, payments, mails, creditNotes, credits, url };
}

/** @throws Refusal for an id that the team does not have */
export async function requireInvoice(context: Context, { id }: ById): Promise<FoundInvoice> {
  const found = await getInvoice(context, { id });
  if (found === null) throw noInvoice(id);
  return found;
}

/** Derived from the day of issue and the terms where nobody gave it; null while both are open. */
export function dueDateOf({
  issue_date,
  due_date,
  terms_days,
}: Pick<InvoiceRow, "issue_date" | "due_date" | "terms_days">): Day | null {
  if (due_date !== null || issue_date === null || terms_days === null) return due_date;
  return addDays(issue_date, terms_days);
}

/** The draft as it would be sent today, without its number. */
async function previewOf(context: Context, row: InvoiceRow, today: Day): Promise<InvoiceBody> {
  const parts = await readBodyParts(context, row);
  const totals = requireTotals(draftTotals(row, parts));
  const days = draftDays(row, parts.settings, today);
  return bodyOf(row, parts, { number: null, totals, ...days, statedTax: null });
}

async function customerOf({ db, team }: Context, { customer_id }: InvoiceRow) {
  if (customer_id === null) return null;
  const customer = await db
    .selectFrom("customers")
    .select(["id", "name"])
    .where("team_id", "=", team.id)
    .where("id", "=", customer_id)
    .executeTakeFirst();
  return customer ?? null;
}

async function paymentsOf({ db, team }: Context, id: string) {
  return db
    .selectFrom("invoice_payments")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("invoice_id", "=", id)
    .orderBy("paid_on")
    .orderBy("id")
    .execute();
}

async function creditNotesOf({ db, team }: Context, id: string) {
  return db
    .selectFrom("invoices")
    .select(["id", "number", "total_minor", "issue_date", "created_at"])
    .where("team_id", "=", team.id)
    .where("credits_id", "=", id)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

async function creditedBy({ db, team }: Context, { credits_id }: InvoiceRow) {
  if (credits_id === null) return null;
  return db
    .selectFrom("invoices")
    .select(["id", "number"])
    .where("team_id", "=", team.id)
    .where("id", "=", credits_id)
    .executeTakeFirstOrThrow();
}
