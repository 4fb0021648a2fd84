import { sql } from "kysely";
import { z } from "zod";
import {
  amountCell,
  type Cell,
  type CsvFormat,
  dayCell,
  numberCell,
  textCell,
  writtenLine,
} from "../../core/csv/write-csv.ts";
import type { Download } from "../../core/route.ts";
import { MOST_ZIPPED, requireZippable } from "../../core/zip.ts";
import type { Context } from "../../db/context.ts";
import { one, preparedQuery, type Slots } from "../../db/prepared-query.ts";
import type { MailState } from "../../db/schema/invoices.ts";
import { pause } from "../../db/transaction.ts";
import { daysBetween } from "../../shared/calendar.ts";
import { BYTE_ORDER_MARK } from "../../shared/csv.ts";
import { decimalText } from "../../shared/money.ts";
import { TAX_CATEGORY_NAMES } from "../../shared/tax-categories.ts";
import { type Day, dayIn, type Instant } from "../../shared/time.ts";
import { percentOf } from "../categories/category.ts";
import { todayOf, zoneOf } from "../team/today.ts";
import { readBody } from "./body-of.ts";
import {
  type InvoiceFilter,
  matchingInvoices,
  type MatchedInvoices,
  pageOfInvoices,
  type PagedInvoices,
} from "./find-invoices.ts";
import { dueDateOf } from "./get-invoice.ts";
import type { InvoiceBody } from "./invoice-body.ts";
import { type InvoiceRow, moneyOf, statusOn } from "./invoice.ts";
import { type AskedInvoices, invoiceFilter, invoiceFilterOf } from "./list-invoices.ts";
import { zipOf } from "./zip-invoices.ts";

/** `zip` has the PDFs, and the list as `csv` beside them. */
const FORMATS = ["csv", "csv_semicolon", "zip"] as const;

export const ExportInvoices = z.strictObject({
  ...invoiceFilter,
  format: z.enum(FORMATS).default("csv"),
});

/**
 * All documents that match, in the order in which they were written. Credit notes are among them, unless a status of
 * invoices is asked for.
 * @throws Refusal `too_many` for more PDFs than one file takes
 */
export async function exportInvoices(
  context: Context,
  { format, ...asked }: z.output<typeof ExportInvoices>,
): Promise<Download> {
  const today = await todayOf(context);
  const filter = await documentFilter(context, asked, today);
  const range = [asked.from, asked.to].filter((day) => day !== undefined).join(" to ");
  const name = `Invoices${range === "" ? "" : ` ${range}`}`;
  const table = { today, zone: await zoneOf(context) };
  const documents = documentsIn(context, filter);
  if (format !== "zip")
    return { name: `${name}.csv`, type: CSV, content: csvOf(documents, { ...table, format }) };
  requireZippable({ count: (await countDocuments(context, filter)).numbered, of: "PDF" });
  const lineOf = (document: ExportedInvoice, file: string | null) =>
    writtenLine([...cellsOf(document, table), textCell(file)], "csv");
  const titles = BYTE_ORDER_MARK + writtenLine([...TITLES, "File"].map(textCell), "csv");
  const content = zipOf(context, { documents, titles, lineOf });
  return { name: `${name}.zip`, type: "application/zip", content };
}

const CSV = "text/csv; charset=utf-8";

async function documentFilter(
  context: Context,
  asked: AskedInvoices,
  today: Day,
): Promise<InvoiceFilter> {
  const filter = invoiceFilterOf(asked, { zone: await zoneOf(context), today });
  return asked.status === undefined ? { ...filter, with_credit_notes: true } : filter;
}

export const FoundDocuments = z.object({
  invoices: z.int(),
  credit_notes: z.int(),
  /** Invoices among them that have no number, and so no PDF that is kept. */
  drafts: z.int(),
  /** PDFs that one file takes. */
  most: z.int(),
});

/** Counts what an export would have. */
export async function findExport(
  context: Context,
  asked: AskedInvoices,
): Promise<z.input<typeof FoundDocuments>> {
  const filter = await documentFilter(context, asked, await todayOf(context));
  const { all, credit_notes, numbered } = await countDocuments(context, filter);
  return { invoices: all - credit_notes, credit_notes, drafts: all - numbered, most: MOST_ZIPPED };
}

type Counts = { readonly all: number; readonly credit_notes: number; readonly numbered: number };

export async function countDocuments(
  { db, team }: Pick<Context, "db" | "team">,
  filter: InvoiceFilter,
): Promise<Counts> {
  return one(await countKinds(db, { ...filter, team_id: team.id }));
}

/** The index has the status: only of the canceled ones, of which some were drafts, is the number looked up. */
const countKinds = preparedQuery((db, slots: Slots<MatchedInvoices>) => {
  const query = sql<Counts>`select count(*) as "all",
      count(case when item.type = 'credit_note' then 1 end) as credit_notes,
      count(case when item.status not in ('draft', 'canceled') then 1
        when item.status = 'canceled' then (select whole.sequence from invoices as whole
          where whole.team_id = item.team_id and whole.id = item.id) end) as numbered
    ${matchingInvoices(db, slots)}`;
  return { compile: () => query.compile(db) };
});

const EXPORTED = [
  "id",
  "type",
  "status",
  "number",
  "currency",
  "buyer_name",
  "reference",
  "issue_date",
  "due_date",
  "terms_days",
  "service_from",
  "service_to",
  "net_minor",
  "tax_minor",
  "total_minor",
  "credited_minor",
  "paid_minor",
  "refunded_minor",
  "overdue_from",
  "sent_at",
  "paid_at",
  "canceled_at",
  "created_at",
] as const satisfies readonly (keyof InvoiceRow)[];

export type ExportedInvoice = Pick<InvoiceRow, (typeof EXPORTED)[number]> & {
  readonly customer_name: string | null;
  /** Number of the invoice that a credit note corrects. */
  readonly credits: string | null;
  readonly body: string | null;
  readonly mail_state: MailState | null;
};

/** Bodies of documents are large, and reading one takes its time. */
const ROWS_A_READ = 50;

/** The oldest first. */
async function* documentsIn(
  context: Context,
  filter: InvoiceFilter,
): AsyncIterable<readonly ExportedInvoice[]> {
  const values = { ...filter, team_id: context.team.id, rows: ROWS_A_READ };
  for (let after: ExportedInvoice | undefined; ;) {
    const place = { after_at: after?.created_at, after_id: after?.id };
    const rows: readonly ExportedInvoice[] = await findDocuments(context.db, {
      ...values,
      ...place,
    });
    yield rows;
    if (rows.length < ROWS_A_READ) return;
    after = rows.at(-1);
    await pause(context);
  }
}

export const findDocuments = preparedQuery((db, slots: Slots<PagedInvoices>) => {
  const columns = EXPORTED.map((column) => sql.ref(`invoice.${column}`));
  const query = sql<ExportedInvoice>`
    select ${sql.join(columns)}, customer.name as customer_name, credited.number as credits,
      document.body,
      (select mail.state from invoice_mails as mail
        where mail.team_id = invoice.team_id and mail.invoice_id = invoice.id
        order by mail.created_at desc, mail.id desc limit 1) as mail_state
    from (${pageOfInvoices(db, "created", slots)}) as page
    cross join invoices as invoice
    left join customers as customer
      on customer.team_id = invoice.team_id and customer.id = invoice.customer_id
    left join invoices as credited
      on credited.team_id = invoice.team_id and credited.id = invoice.credits_id
    left join invoice_documents as document
      on document.team_id = invoice.team_id and document.invoice_id = invoice.id
    where invoice.team_id = ${slots.slot("team_id")} and invoice.id = page.id
    order by page.created_at, page.id`;
  return { compile: () => query.compile(db) };
});

type Table = { readonly today: Day; readonly zone: string };

async function* csvOf(
  documents: AsyncIterable<readonly ExportedInvoice[]>,
  { format, ...table }: Table & { readonly format: CsvFormat },
): AsyncIterable<Uint8Array> {
  yield encoder.encode(BYTE_ORDER_MARK + writtenLine(TITLES.map(textCell), format));
  for await (const some of documents) {
    const lines = some.map((document) => writtenLine(cellsOf(document, table), format));
    yield encoder.encode(lines.join(""));
  }
}

const encoder = new TextEncoder();

type Read = {
  readonly row: ExportedInvoice;
  /** Null for a draft. */
  readonly body: InvoiceBody | null;
  readonly money: ReturnType<typeof moneyOf>;
} & Table;

/** Amounts of credit notes are below 0, so that a column sums up. */
const COLUMNS: readonly { readonly title: string; readonly of: (read: Read) => Cell }[] = [
  { title: "Number", of: ({ row }) => textCell(row.number) },
  { title: "Kind", of: ({ row }) => textCell(isNote(row) ? "Credit note" : "Invoice") },
  { title: "Status", of: ({ row, today }) => textCell(capitalized(statusOn(today, row))) },
  { title: "Customer", of: ({ row }) => textCell(row.buyer_name ?? row.customer_name) },
  { title: "VAT number", of: ({ body }) => textCell(body?.buyer.vat_number ?? null) },
  { title: "Order", of: ({ row }) => textCell(row.reference) },
  { title: "Corrects", of: ({ row }) => textCell(row.credits) },
  { title: "Issued", of: ({ row }) => dayCell(row.issue_date) },
  { title: "Due", of: ({ row }) => dayCell(isNote(row) ? null : dueDateOf(row)) },
  { title: "Service from", of: ({ row }) => dayCell(row.service_from) },
  { title: "Service to", of: ({ row }) => dayCell(row.service_to) },
  { title: "Currency", of: ({ row }) => textCell(row.currency) },
  { title: "Net", of: ({ row }) => signedCell(row, row.net_minor) },
  { title: "Tax", of: ({ row }) => signedCell(row, row.tax_minor) },
  { title: "Total", of: ({ row }) => signedCell(row, row.total_minor) },
  { title: "Tax rates", of: ({ body }) => textCell(body && taxesOf(body)) },
  { title: "Credited", of: ({ row }) => ownCell(row, row.credited_minor) },
  { title: "Paid", of: ({ row }) => ownCell(row, row.paid_minor) },
  { title: "Refunded", of: ({ row }) => ownCell(row, row.refunded_minor) },
  { title: "Open", of: ({ row, money }) => ownCell(row, money.due_minor) },
  { title: "To refund", of: ({ row, money }) => ownCell(row, money.to_refund_minor) },
  { title: "Days overdue", of: ({ row, today }) => numberCell(daysLate(row, today)) },
  { title: "Sent on", of: ({ row, zone }) => momentCell(row.sent_at, zone) },
  { title: "Paid on", of: ({ row, zone }) => momentCell(row.paid_at, zone) },
  { title: "Canceled on", of: ({ row, zone }) => momentCell(row.canceled_at, zone) },
  { title: "Mail", of: ({ row }) => textCell(row.mail_state && capitalized(row.mail_state)) },
  { title: "Id", of: ({ row }) => textCell(row.id) },
];

const TITLES = COLUMNS.map(({ title }) => title);

function cellsOf(row: ExportedInvoice, table: Table): readonly Cell[] {
  const body = row.body === null ? null : readBody(row.body);
  const read = { row, body, money: moneyOf(row), ...table };
  return COLUMNS.map(({ of }) => of(read));
}

function isNote({ type }: ExportedInvoice): boolean {
  return type === "credit_note";
}

function signedCell(row: ExportedInvoice, minor: number): Cell {
  return amountCell(isNote(row) ? -minor : minor, row.currency);
}

/** Amounts that a sent invoice alone has. */
function ownCell(row: ExportedInvoice, minor: number): Cell {
  return isNote(row) || row.number === null ? null : amountCell(minor, row.currency);
}

function momentCell(moment: Instant | null, zone: string): Cell {
  return dayCell(moment === null ? null : dayIn(zone, moment));
}

function daysLate(row: ExportedInvoice, today: Day): string | null {
  if (row.overdue_from === null || statusOn(today, row) !== "overdue") return null;
  return String(daysBetween(row.overdue_from, today) + 1);
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).replaceAll("_", " ");
}

/** `19 % of 1106.92: 210.31; 7 % of 53.97: 3.78` */
function taxesOf({ type, taxes, currency }: InvoiceBody): string {
  const sign = type === "credit_note" ? -1 : 1;
  const amount = (minor: number) => decimalText(sign * minor, currency);
  return taxes
    .map(({ category, bp, net_minor, tax_minor }) => {
      const rate = category === "S" ? `${percentOf(bp)} %` : TAX_CATEGORY_NAMES[category];
      return `${rate} of ${amount(net_minor)}: ${amount(tax_minor)}`;
    })
    .join("; ");
}
