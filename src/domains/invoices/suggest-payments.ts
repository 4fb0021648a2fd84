import { sql } from "kysely";
import type { ById } from "../../core/fields.ts";
import { fold } from "../../core/fold.ts";
import type { Context } from "../../db/context.ts";
import { indexedBy } from "../../db/dialect.ts";
import { addDays } from "../../shared/calendar.ts";
import { dayIn } from "../../shared/time.ts";
import { findIds } from "../transactions/find-transactions.ts";
import { findTransaction } from "../transactions/get-transaction.ts";
import { matchingOf } from "../transactions/transaction-filter.ts";
import { noTransaction, type Row } from "../transactions/transaction.ts";
import { proposedCategory, unbookedOf } from "./given-by-payments.ts";
import { customerNameOf, findInvoice, type InvoiceRow, moneyOf, noInvoice } from "./invoice.ts";
import { type Match, matchesOf, type Money, type Owing } from "./match-payments.ts";
import type { PaymentRow } from "./payments.ts";

type Kind = PaymentRow["kind"];

/** An invoice that money can be booked to. */
export type OpenInvoice = Owing &
  Pick<InvoiceRow, "id" | "issue_date" | "due_date" | "customer_id" | "buyer_name"> & {
    readonly customer_name: string | null;
  };

/** An invoice that a transaction pays, by what is known. Nothing is booked by it. */
export type Suggested = Match<OpenInvoice> & {
  /** In the invoice's currency; null where nobody but a person knows it. */
  readonly amount_minor: number | null;
};

export type TransactionInvoices = {
  readonly row: Row;
  readonly payments: readonly (PaymentRow &
    Pick<InvoiceRow, "number" | "currency" | "buyer_name">)[];
  /** Minor units that are booked to no invoice. */
  readonly rest_minor: number;
  /** Payment or refund; null for a transaction that can be neither. */
  readonly kind: Kind | null;
  readonly suggested: readonly Suggested[];
};

const MOST_SUGGESTED_INVOICES = 10;

/** Invoices that a transaction pays, and those that it may pay. */
export async function invoicesOfTransaction(
  context: Context,
  row: Row,
  { suggests = true }: { readonly suggests?: boolean } = {},
): Promise<TransactionInvoices> {
  const payments = await paidBy(context, row.id);
  const rest_minor = unbookedOf(row, payments);
  const kind = kindOf(row);
  const isOpen = suggests && kind !== null && rest_minor > 0;
  const suggested = isOpen ? await suggestInvoices(context, row, payments) : [];
  return { row, payments, rest_minor, kind, suggested };
}

/**
 * The same by the transaction's id; refunds are not suggested.
 * @throws Refusal for one that the team does not have
 */
export async function getTransactionInvoices(
  context: Context,
  { id }: ById,
): Promise<TransactionInvoices> {
  const row = await findTransaction(context, id);
  if (row === undefined) throw noTransaction(id);
  return invoicesOfTransaction(context, row, { suggests: row.amount_minor > 0 });
}

async function paidBy({ db, team }: Context, id: string) {
  return db
    .selectFrom("invoice_payments as payment")
    .innerJoin("invoices as invoice", (join) =>
      join
        .onRef("invoice.team_id", "=", "payment.team_id")
        .onRef("invoice.id", "=", "payment.invoice_id"),
    )
    .selectAll("payment")
    .select(["invoice.number", "invoice.currency", "invoice.buyer_name"])
    .where("payment.team_id", "=", team.id)
    .where("payment.transaction_id", "=", id)
    .orderBy("payment.created_at")
    .orderBy("invoice.number")
    .orderBy("payment.id")
    .execute();
}

/** Nothing is booked from what is pending or a transfer. */
export function kindOf({ status, transfer_id, amount_minor }: Row): Kind | null {
  if (status === "pending" || transfer_id !== null) return null;
  return amount_minor > 0 ? "payment" : "refund";
}

async function suggestInvoices(
  context: Context,
  row: Row,
  payments: readonly PaymentRow[],
): Promise<readonly Suggested[]> {
  const open = await findOpenInvoices(context, row.amount_minor > 0 ? "payment" : "refund");
  return suggestAmong(row, payments, open);
}

/** @param payments that are booked from the transaction already */
export function suggestAmong(
  row: Row,
  payments: readonly PaymentRow[],
  open: readonly OpenInvoice[],
): readonly Suggested[] {
  const paid = new Set(payments.map(({ invoice_id }) => invoice_id));
  const others = open.filter(({ id }) => !paid.has(id));
  const money = unbookedMoney(row, unbookedOf(row, payments));
  let left = money.rest_minor;
  return matchesOf(money, others)
    .slice(0, MOST_SUGGESTED_INVOICES)
    .map((match) => {
      const amount_minor = proposedAmount(money, left, match.invoice);
      if (match.invoice.currency === money.currency) left -= amount_minor ?? 0;
      return { ...match, amount_minor };
    });
}

/** @param rest minor units that are booked to no invoice */
export function unbookedMoney(row: Row, rest: number): Money {
  const isWhole = rest === Math.abs(row.amount_minor);
  return {
    texts: textsOf(row),
    rest_minor: rest,
    currency: row.currency,
    original_minor: isWhole && row.original_minor !== null ? Math.abs(row.original_minor) : null,
    original_currency: row.original_currency,
  };
}

function textsOf({ name, bank_name, reference, description }: Row): readonly string[] {
  return [name, bank_name, reference, description].filter((text) => text !== null);
}

/** Null where the currencies differ, and the bank told no amount in the invoice's. Also null once nothing is left. */
export function proposedAmount(
  { currency, original_currency, original_minor }: Money,
  left: number,
  invoice: Owing,
): number | null {
  if (invoice.currency === currency) return left > 0 ? Math.min(invoice.open_minor, left) : null;
  if (invoice.currency !== original_currency || original_minor === null) return null;
  return Math.min(invoice.open_minor, original_minor);
}

/** More than these are looked at by nobody. */
const MOST_OPEN = 2000;

/**
 * Invoices that are owed, those due first first, or those of which something is to be refunded.
 * @param q words of the number or the customer
 */
export async function findOpenInvoices(
  { db, team }: Pick<Context, "db" | "team">,
  kind: Kind,
  q = "",
): Promise<readonly OpenInvoice[]> {
  const isOpen =
    kind === "payment"
      ? sql`invoice.status = 'unpaid'`
      : sql`invoice.status in ('paid', 'canceled') and invoice.paid_minor - invoice.refunded_minor
          > case when invoice.canceled_at is null
              then invoice.total_minor - invoice.credited_minor else 0 end`;
  const { rows } = await sql<Found>`
    select invoice.id, invoice.type, invoice.status, invoice.number, invoice.currency,
      invoice.issue_date, invoice.due_date, invoice.customer_id, invoice.buyer_name,
      invoice.canceled_at, invoice.total_minor, invoice.credited_minor, invoice.paid_minor,
      invoice.refunded_minor, customer.name as customer_name
    from invoices as invoice ${indexedBy(db, "invoices_by_status")}
    left join customers as customer
      on customer.team_id = invoice.team_id and customer.id = invoice.customer_id
    where invoice.team_id = ${team.id} and ${isOpen} and invoice.type = 'invoice'
    order by invoice.overdue_from, invoice.number, invoice.id limit ${MOST_OPEN}`.execute(db);
  const words = fold(q)
    .split(/\s+/)
    .filter((word) => word !== "");
  return rows.map(openInvoice).filter(({ number, names }) => {
    const text = fold([number, ...names].join(" "));
    return words.every((word) => text.includes(word));
  });
}

type Found = Parameters<typeof moneyOf>[0] &
  Pick<
    InvoiceRow,
    "id" | "number" | "currency" | "issue_date" | "due_date" | "customer_id" | "buyer_name"
  > & { readonly customer_name: string | null };

export function openInvoice(row: Found): OpenInvoice {
  const { due_minor, to_refund_minor } = moneyOf(row);
  const { id, number, currency, issue_date, due_date, customer_id, buyer_name, customer_name } =
    row;
  return {
    id,
    number: number ?? "",
    currency,
    issue_date,
    due_date,
    customer_id,
    buyer_name,
    customer_name,
    open_minor: due_minor === 0 ? to_refund_minor : due_minor,
    names: [buyer_name, customer_name].filter((name) => name !== null),
  };
}

/** Category that a booking gives the transaction, if it has none. */
export async function categoryOfBooking(
  context: Context,
  { row, kind, suggested }: TransactionInvoices,
): Promise<string | null> {
  if (kind === null || row.category_slug !== null || row.is_split || row.status === "exported")
    return null;
  const customers = suggested.map(({ invoice }) => invoice.customer_id);
  return (await proposedCategory(context, kind, customers))?.slug ?? null;
}

/** A transaction that may pay an invoice. */
export type SuggestedTransaction = {
  readonly row: Row;
  readonly rest_minor: number;
  readonly why: Match<OpenInvoice>["why"];
  readonly amount_minor: number | null;
};

const MOST_CANDIDATES = 500;
const MOST_SHOWN = 10;
/** Days before the invoice within which money may have come ahead of it. */
const DAYS_AHEAD = 31;

/**
 * Transactions that may pay an invoice, or refund it where something is owed back. With words they are searched among
 * all that can.
 */
export async function suggestTransactions(
  context: Context,
  { id, q = "" }: ById & { readonly q?: string | undefined },
): Promise<readonly SuggestedTransaction[]> {
  const invoice = await findInvoice(context, id);
  if (invoice === undefined || invoice.number === null || invoice.type === "credit_note")
    throw noInvoice(id);
  const { due_minor } = moneyOf(invoice);
  const customer_name = await customerNameOf(context, invoice);
  const open = openInvoice({ ...invoice, customer_name });
  if (open.open_minor === 0) return [];
  const kind = due_minor > 0 ? "payment" : "refund";
  const isSearch = q.trim() !== "";
  const ids = isSearch
    ? await searchBookable(context, kind, q)
    : await nearIds(context, invoice, open, kind);
  const found = await bookable(context, ids);
  const matches = found.flatMap(({ row, payments }): SuggestedTransaction[] => {
    const rest_minor = unbookedOf(row, payments);
    const isPaid = payments.some(({ invoice_id }) => invoice_id === id);
    if (rest_minor === 0 || isPaid || kindOf(row) !== kind) return [];
    const money = unbookedMoney(row, rest_minor);
    const [match] = matchesOf(money, [open]);
    if (match === undefined && !isSearch) return [];
    const amount_minor = proposedAmount(money, rest_minor, open);
    return [{ row, rest_minor, why: match?.why ?? [], amount_minor }];
  });
  const byRank = matches.toSorted((one, other) => rankOf(one) - rankOf(other));
  return byRank.slice(0, MOST_SHOWN);
}

/** The surest first; equal ones stay as they are, the newest first. */
function rankOf({ why }: SuggestedTransaction): number {
  if (why.includes("number")) return 0;
  return why.length === 0 ? 3 : why.length > 1 ? 1 : 2;
}

async function searchBookable(context: Context, kind: Kind, q: string): Promise<readonly string[]> {
  const direction = kind === "payment" ? "in" : "out";
  const matching = await matchingOf(context, { q, direction });
  return findIds(context, matching, { isNewestFirst: true, after: null, rows: MOST_SHOWN * 3 });
}

/** Finds in an index of days; the texts of the found ones are then compared whole. */
async function nearIds(
  { db, team }: Context,
  { issue_date, created_at }: InvoiceRow,
  open: OpenInvoice,
  kind: Kind,
): Promise<readonly string[]> {
  const from = addDays(issue_date ?? dayIn("UTC", created_at), -DAYS_AHEAD);
  const last = open.number
    .match(/\d+/g)
    ?.at(-1)
    ?.replace(/^0+(?=\d)/, "");
  const words = [last, ...open.names.flatMap((name) => longestWord(name))];
  const holds = words.flatMap((word) =>
    word === undefined ? [] : [sql`or instr(item.search_text, ${word}) > 0`],
  );
  const amount = kind === "payment" ? open.open_minor : -open.open_minor;
  const { rows } = await sql<{ readonly id: string }>`
    select item.id from transactions as item ${indexedBy(db, "transactions_newest")}
    where item.team_id = ${team.id} and item.date >= ${from}
      and item.amount_minor ${sql.raw(kind === "payment" ? ">" : "<")} 0
      and item.standing in ('counted', 'split', 'excluded')
      and (item.amount_minor = ${amount} or item.original_minor = ${amount}
        ${sql.join(holds, sql` `)})
    order by item.date desc, item.id desc limit ${MOST_CANDIDATES}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The longest word of a name is the one that says most. */
function longestWord(name: string): readonly string[] {
  const words = fold(name).match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const [longest] = words.toSorted((one, other) => other.length - one.length);
  return longest === undefined ? [] : [longest];
}

async function bookable({ db, team }: Context, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const [rows, payments] = await Promise.all([
    db
      .selectFrom("transactions")
      .selectAll()
      .where("team_id", "=", team.id)
      .where("id", "in", ids)
      .execute(),
    db
      .selectFrom("invoice_payments")
      .selectAll()
      .where("team_id", "=", team.id)
      .where("transaction_id", "in", ids)
      .execute(),
  ]);
  const from = Map.groupBy(payments, ({ transaction_id }) => transaction_id);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row === undefined ? [] : [{ row, payments: from.get(id) ?? [] }];
  });
}
