import { Refusal } from "../../core/errors.ts";
import type { AuditContext, Context } from "../../db/context.ts";
import { enqueue } from "../../db/outbox.ts";
import type { InvoiceLine } from "../../db/schema/invoices.ts";
import { lockTeam } from "../../db/transaction.ts";
import {
  type Credit,
  creditOfRest,
  type CreditedSums,
  type CreditLine,
  type CreditTotals,
  creditTotals,
  sumQuantities,
} from "../../shared/credit-totals.ts";
import { divideRound } from "../../shared/fraction.ts";
import { type Instant, timeOfChange } from "../../shared/time.ts";
import { keepCustomer } from "../customers/customer.ts";
import type { InvoiceSettings } from "../invoice-settings/settings.ts";
import { todayOf } from "../team/today.ts";
import { insertBody, readBody, storedBody } from "./body-of.ts";
import { requireDrawable } from "./check-draft.ts";
import { giveNumber, numberingOf, writeNumbered } from "./give-number.ts";
import type { InvoiceBody } from "./invoice-body.ts";
import { findInvoice, type InvoiceRow, lockInvoice, noInvoice, searchTextOf } from "./invoice.ts";
import { newLinkId } from "./link.ts";
import { WORDS } from "./pdf/languages.ts";
import { sendingDays } from "./sending-days.ts";

/**
 * Locks an invoice of which a credit note may be issued, in the order of locks. A customer that is deleted meanwhile
 * does not matter.
 * @param require refuses what may not be credited, before the locks and behind them
 */
export async function lockToCredit(
  context: Context,
  id: string,
  require: (row: InvoiceRow) => Promise<void> | void,
): Promise<InvoiceRow> {
  const before = await findInvoice(context, id);
  if (before === undefined) throw noInvoice(id);
  await require(before);
  await lockTeam(context);
  if (before.customer_id !== null) await keepCustomer(context, before.customer_id);
  const row = await lockInvoice(context, id);
  if (row === undefined) throw noInvoice(id);
  await require(row);
  return row;
}

type IssueCreditNote = {
  /** Locked by `lockToCredit`. */
  readonly invoice: InvoiceRow;
  readonly settings: InvoiceSettings;
  /** Null for all that is left. */
  readonly credit: Credit | null;
  /** Text that is printed on it; the invoice's own if all of it is credited at once. */
  readonly note?: string | null;
  /** Name of the amount in the caller's input. */
  readonly amountAt?: string;
};

/**
 * Issues a credit note over an invoice or a part of it. The caller writes down what it leaves of the invoice. All of an
 * invoice is mirrored line by line as it was sent: nothing is computed again.
 * @throws Refusal for more than is left, and for a note that the font cannot draw
 */
export async function issueCreditNote(
  context: Context,
  { invoice, settings, credit, note = null, amountAt = "amount_minor" }: IssueCreditNote,
): Promise<InvoiceRow> {
  const { body: sent, credited } = await readCredited(context, invoice);
  const isWhole = credit === null && invoice.credited_minor === 0;
  const content = isWhole
    ? { said: sent, columns: invoice }
    : partOf(context, { sent, invoice, credited, credit, note, amountAt });
  const draft = creditNoteOf(context, { ...invoice, ...content.columns });
  const numbering = numberingOf(settings, "credit_note");
  const { series } = numbering;
  const today = await todayOf(context);
  const days = await sendingDays(context, draft, settings, { series, today });
  const body = correctionOf(sent, content.said, { id: draft.id, issue_date: days.issue_date });
  requireDrawable(body, invoice.customer_id);
  const numbered = await giveNumber(context, numbering, days.issue_date);
  const { number } = numbered;
  const { buyer_name: customerName, reference } = draft;
  const search_text = searchTextOf({ number, customerName, reference });
  const issued = { ...draft, ...numbered, issue_date: days.issue_date, search_text };
  await insertNumbered(context, issued);
  await insertBody(context, { ...body, number });
  await enqueue(context, { job: "invoice_pdf", subjectId: draft.id });
  return issued;
}

async function insertNumbered({ db }: Context, row: InvoiceRow & { readonly number: string }) {
  const { lines, ...columns } = row;
  const insert = db.insertInto("invoices").values({ ...columns, lines: JSON.stringify(lines) });
  await writeNumbered(row.number, async () => insert.execute());
}

/** Later than all that was done to its invoice before, so that its credit notes have an order. */
function creditNoteOf(context: Context, invoice: InvoiceRow): InvoiceRow {
  const { newId, now, actor } = context;
  const created_at = timeOfChange(now, invoice.updated_at);
  return {
    ...invoice,
    id: newId(),
    type: "credit_note",
    status: "issued",
    credits_id: invoice.id,
    issue_date: null,
    due_date: null,
    terms_days: null,
    credited_minor: 0,
    paid_minor: 0,
    refunded_minor: 0,
    sent_at: now,
    overdue_from: null,
    canceled_at: null,
    paid_at: null,
    link_id: newLinkId(context),
    opened_at: null,
    created_by: actor.id,
    created_at,
    updated_at: created_at,
  };
}

type Corrected = Pick<InvoiceBody, "number" | "issue_date">;

function correctionOf(
  { number, issue_date }: Corrected,
  said: InvoiceBody,
  own: Pick<InvoiceBody, "id" | "issue_date">,
): InvoiceBody {
  if (number === null) throw new Error(`${said.id} is credited without a number`);
  return {
    ...said,
    ...own,
    type: "credit_note",
    number: null,
    due_date: null,
    credits: { number, issue_date },
    payment: null,
  };
}

type Part = {
  readonly sent: InvoiceBody;
  readonly invoice: InvoiceRow;
  readonly credited: CreditedSums;
  readonly credit: Credit | null;
  readonly note: string | null;
  readonly amountAt: string;
};

type Content = {
  readonly said: InvoiceBody;
  readonly columns: Pick<
    InvoiceRow,
    "lines" | "discount_bp" | "discount_minor" | "note" | "net_minor" | "tax_minor" | "total_minor"
  >;
};

function partOf(context: Context, part: Part): Content {
  const { sent, invoice, credited, note } = part;
  const credit = part.credit ?? creditOfRest(sent, credited);
  const totals = requireCredit(creditTotals(sent, credited, credit), part.amountAt);
  const isOfLines = "quantities" in credit;
  const sums = { net_minor: totals.net, tax_minor: totals.tax, total_minor: totals.total };
  const discount = isOfLines ? partOfDiscount(sent.discount, totals.discount) : null;
  return {
    said: {
      ...sent,
      ...sums,
      lines: totals.lines.map((line) => bodyLine(sent, line)),
      discount,
      subtotal_minor: totals.subtotal,
      discount_minor: totals.discount,
      taxes: sent.taxes.flatMap((tax) => {
        const found = totals.taxes.find((part) => isSameTax(part, tax));
        return found === undefined ? [] : [{ ...tax, net_minor: found.net, tax_minor: found.tax }];
      }),
      tax_in: statedPart(sent, credited, totals),
      note,
    },
    columns: {
      ...sums,
      lines: totals.lines.map((line) => rowLine(context, { sent, invoice, line })),
      discount_bp: isOfLines ? invoice.discount_bp : null,
      discount_minor: discount !== null && "minor" in discount ? discount.minor : null,
      note,
    },
  };
}

function requireCredit(reading: ReturnType<typeof creditTotals>, amountAt: string): CreditTotals {
  if (reading.state === "read") return reading.value;
  throw new Refusal({
    code: "invalid_argument",
    path: reading.path === "amount_minor" ? amountAt : "lines",
    message: reading.why.replace(/\.$/, ""),
    next: "change it and try again; nothing was credited",
  });
}

type Discount = InvoiceBody["discount"];

/** A share in percent is the same of a part; of an amount, the part of it that is credited. */
function partOfDiscount(discount: Discount, minor: number): Discount {
  if (discount === null || "bp" in discount) return discount;
  return minor === 0 ? null : { minor };
}

type Taxed = { readonly category: string; readonly bp: number };

function isSameTax(one: Taxed | null, other: Taxed | null): boolean {
  return one?.category === other?.category && one?.bp === other?.bp;
}

function bodyLine(sent: InvoiceBody, line: CreditLine): InvoiceBody["lines"][number] {
  const { index, quantity, price, tax, gross, discount, amount, net } = line;
  const sums = {
    quantity,
    gross_minor: gross,
    discount_minor: discount,
    amount_minor: amount,
    net_minor: net,
  };
  const of = index === null ? undefined : sent.lines[index];
  if (of !== undefined) return { ...of, ...sums, discount: partOfDiscount(of.discount, discount) };
  const name = WORDS[sent.language].creditFor(sent.number ?? "");
  return { name, description: null, unit: null, price: price ?? "0", discount: null, tax, ...sums };
}

type RowLine = {
  readonly sent: InvoiceBody;
  readonly invoice: InvoiceRow;
  readonly line: CreditLine;
};

/** Has the id of the invoice's line, by which the quantities of further credit notes are told. */
function rowLine({ newId }: Context, { sent, invoice, line }: RowLine): InvoiceLine {
  const { index, quantity, discount, tax } = line;
  const of = index === null ? undefined : invoice.lines[index];
  if (of !== undefined)
    return { ...of, quantity, discount_minor: of.discount_minor === null ? null : discount };
  const { name, price } = bodyLine(sent, line);
  const taxed = sent.lines.findIndex((other) => isSameTax(other.tax, tax));
  return {
    id: newId(),
    name,
    description: null,
    quantity,
    unit: null,
    price,
    discount_bp: null,
    discount_minor: null,
    tax_rate_id: invoice.lines[taxed]?.tax_rate_id ?? null,
  };
}

/** The tax in the seller's currency, at the invoice's rate; parts of it add up to that of the invoice. */
function statedPart(
  { tax_in, tax_minor }: InvoiceBody,
  { taxes }: CreditedSums,
  { tax }: CreditTotals,
): InvoiceBody["tax_in"] {
  if (tax_in === null || tax_minor === 0) return null;
  const before = taxes.reduce((sum, { tax_minor }) => sum + tax_minor, 0);
  const upTo = (sum: number) =>
    Number(divideRound(BigInt(tax_in.tax_minor) * BigInt(sum), BigInt(tax_minor)));
  return { ...tax_in, tax_minor: upTo(before + tax) - upTo(before) };
}

type Place = Pick<AuditContext, "db" | "team">;

type CreditedBody = { readonly body: InvoiceBody; readonly credited: CreditedSums };

/** Reads the body of an invoice, and sums up what its credit notes have taken back. */
export async function readCredited(context: Place, invoice: InvoiceRow): Promise<CreditedBody> {
  const [body, notes] = await Promise.all([
    storedBody(context, invoice.id),
    invoice.credited_minor === 0 ? [] : readNotes(context, invoice.id),
  ]);
  return { body, credited: creditedBy(notes, { body, lines: invoice.lines }) };
}

/** A credit note with what it says. */
export type NoteParts = {
  readonly id: string;
  readonly created_at: Instant;
  readonly lines: readonly Pick<InvoiceLine, "id" | "quantity">[];
  readonly body: Pick<InvoiceBody, "taxes" | "net_minor">;
};

/** Credit notes of an invoice, the oldest first. */
async function readNotes({ db, team }: Place, invoiceId: string): Promise<readonly NoteParts[]> {
  const rows = await db
    .selectFrom("invoices as note")
    .innerJoin("invoice_documents as document", (join) =>
      join
        .onRef("document.team_id", "=", "note.team_id")
        .onRef("document.invoice_id", "=", "note.id"),
    )
    .select(["note.id", "note.created_at", "note.lines", "document.body"])
    .where("note.team_id", "=", team.id)
    .where("note.credits_id", "=", invoiceId)
    .orderBy("note.created_at")
    .execute();
  return rows.map(({ body, ...row }) => ({ ...row, body: readBody(body) }));
}

type Numbered = {
  readonly body: Pick<InvoiceBody, "taxes">;
  readonly lines: readonly Pick<InvoiceLine, "id">[];
};

/** Sums up credit notes of an invoice. */
export function creditedBy(
  notes: readonly Omit<NoteParts, "id" | "created_at">[],
  { body, lines }: Numbered,
): CreditedSums {
  return {
    quantities: lines.map(({ id }) =>
      sumQuantities(
        notes.flatMap((note) =>
          note.lines.flatMap((line) => (line.id === id ? line.quantity : [])),
        ),
      ),
    ),
    taxes: body.taxes.map(({ category, bp }) => {
      const parts = notes.flatMap((note) =>
        note.body.taxes.filter((tax) => isSameTax(tax, { category, bp })),
      );
      return {
        category,
        bp,
        net_minor: parts.reduce((sum, part) => sum + part.net_minor, 0),
        tax_minor: parts.reduce((sum, part) => sum + part.tax_minor, 0),
      };
    }),
    net_minor: notes.reduce((sum, note) => sum + note.body.net_minor, 0),
  };
}
