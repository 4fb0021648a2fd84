import { z } from "zod";
import { filterDay, instant, text, uuid } from "../../core/fields.ts";
import { sumOf } from "../../core/money.ts";
import { type Listing, type Page, pageOf, readCursor } from "../../core/page.ts";
import type { Context } from "../../db/context.ts";
import { wordsAsked } from "../../db/words.ts";
import { addDays, startOfDay } from "../../shared/calendar.ts";
import { type Day, dayIn } from "../../shared/time.ts";
import { zoneOf } from "../team/today.ts";
import {
  countInvoices,
  FIND_INVOICES,
  type InvoiceFilter,
  type InvoiceSort,
  type ListedInvoice,
  sumOwed,
  sumRefundable,
} from "./find-invoices.ts";

/** `unpaid` leaves out what is overdue. Nothing is scheduled yet. */
export const INVOICE_STATUSES = [
  "draft",
  "unpaid",
  "overdue",
  "paid",
  "canceled",
  "refunded",
] as const;

/** Choices of the page: an invoice of any status may be to refund, and credit notes are all issued. */
const LISTED_STATUSES = [...INVOICE_STATUSES, "to_refund", "issued"] as const;

type Status = (typeof LISTED_STATUSES)[number];

export const invoiceFilter = {
  status: z.enum(LISTED_STATUSES).optional(),
  /** Days of issue, each alone too; a draft without one counts by the day of its creation. */
  from: filterDay.optional(),
  to: filterDay.optional(),
  customer: uuid.optional(),
  /** Part of the number, the customer's name or the reference. */
  q: text(200).optional(),
};

export type AskedInvoices = z.output<z.ZodObject<typeof invoiceFilter>>;

type ListInvoices = {
  readonly filter: AskedInvoices;
  readonly sort: InvoiceSort;
  /** The list as the door was asked for it: cursors are bound to it. */
  readonly listing: Listing;
  readonly cursor: string | null | undefined;
  readonly limit: number;
};

type CurrencyAmount = { readonly currency: string; readonly minor: number };

/** Of all invoices that match: those that are unpaid, and what of it is overdue. */
export type OwedTotals = {
  readonly owed: readonly CurrencyAmount[];
  readonly overdue: readonly CurrencyAmount[];
};

type ListTotals = OwedTotals & {
  readonly count: number;
  /** Owed back to customers. */
  readonly to_refund: readonly CurrencyAmount[];
};

export type InvoicePage = Page<ListedInvoice> & {
  readonly today: Day;
  /** Of the team's books. */
  readonly zone: string;
  /** Null behind the first page, and where nobody asked. */
  readonly totals: ListTotals | null;
};

const SortKey = z.tuple([instant, uuid]);

export async function listInvoices(
  context: Context,
  { filter: asked, sort, listing, cursor, limit }: ListInvoices,
  { hasTotals = false }: { readonly hasTotals?: boolean } = {},
): Promise<InvoicePage> {
  const after = readCursor(SortKey, listing, cursor);
  const zone = await zoneOf(context);
  const today = dayIn(zone, context.now);
  const filter = invoiceFilterOf(asked, { zone, today });
  const paging = { after_at: after?.[0], after_id: after?.[1], rows: limit + 1 };
  const isTold = hasTotals && after === null;
  const [rows, totals] = await Promise.all([
    FIND_INVOICES[sort](context.db, { ...filter, ...paging, team_id: context.team.id }),
    isTold ? totalsOf(context, filter, today) : null,
  ]);
  const page = pageOf(listing, rows, limit, ({ created_at, id }) => [created_at, id]);
  return { ...page, today, zone, totals };
}

type Calendar = { readonly zone: string; readonly today: Day };

export function invoiceFilterOf(
  { status, from, to, customer, q }: AskedInvoices,
  { zone, today }: Calendar,
): InvoiceFilter {
  return {
    ...statusFilter(status, today),
    customer_id: customer,
    from,
    to,
    created_from: from === undefined ? undefined : startOfDay(zone, from),
    created_until: to === undefined ? undefined : startOfDay(zone, addDays(to, 1)),
    ...wordsAsked(q),
  };
}

function statusFilter(status: Status | undefined, today: Day): InvoiceFilter {
  if (status === "to_refund") return { to_refund: true };
  if (status === "issued") return { only_credit_notes: true };
  if (status === "overdue") return { status: "unpaid", overdue_on: today };
  return status === "unpaid" ? { status, in_time_on: today } : { status };
}

async function totalsOf(context: Context, filter: InvoiceFilter, today: Day) {
  const isOwed = filter.status === undefined || filter.status === "unpaid";
  const isInvoices = filter.only_credit_notes === undefined && filter.to_refund === undefined;
  const [count, sums, to_refund] = await Promise.all([
    countInvoices(context, filter),
    isOwed && isInvoices ? owedBy(context, filter, today) : NOTHING_OWED,
    toRefundBy(context, filter),
  ]);
  return { count, ...sums, to_refund };
}

/** Amounts that are owed back to customers. @throws Refusal `too_large` */
export async function toRefundBy(
  context: Context,
  filter: InvoiceFilter,
): Promise<readonly CurrencyAmount[]> {
  const sums = await sumRefundable(context, filter);
  return sums.map(({ currency, minor }) => ({ currency, minor: Number(sumOf(minor)) }));
}

const NOTHING_OWED: OwedTotals = { owed: [], overdue: [] };

/** @throws Refusal `too_large` */
export async function owedBy(
  context: Context,
  filter: InvoiceFilter,
  today: Day,
): Promise<OwedTotals> {
  const sums = await sumOwed(context, filter, today);
  const amounts = (of: "owed" | "overdue") =>
    sums.flatMap((sum) => {
      const minor = Number(sumOf(sum[of]));
      return minor === 0 ? [] : [{ currency: sum.currency, minor }];
    });
  return { owed: amounts("owed"), overdue: amounts("overdue") };
}
