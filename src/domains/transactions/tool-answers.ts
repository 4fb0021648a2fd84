import { z } from "zod";
import { uuid, notices, noticesOf } from "../../core/fields.ts";
import { tellable } from "../../core/money.ts";
import type { Page } from "../../core/page.ts";
import type { Context } from "../../db/context.ts";
import { toMajor } from "../../shared/money.ts";
import { FILE_KINDS } from "../../shared/paper.ts";
import { counted } from "../../shared/words.ts";
import { allCategories } from "../categories/all-categories.ts";
import { percentOf } from "../categories/category.ts";
import { filesAttachedTo } from "../inbox/attachments.ts";
import type { BookedPayments } from "../invoices/bank-payments.ts";
import { invoicesOfTransaction } from "../invoices/suggest-payments.ts";
import { findCrosses } from "../rates/find-crosses.ts";
import { todayOf } from "../team/today.ts";
import type { DuplicatePair } from "./duplicates.ts";
import { type ListedTransaction, readTransactions } from "./find-transactions.ts";
import type { FoundTransaction } from "./get-transaction.ts";
import type { ForeignSums, TransactionPage } from "./list-transactions.ts";
import {
  addTaxes,
  addUntaxed,
  groupTaxes,
  type RuledTax,
  sidedTaxes,
  type TaxSide,
  untaxedIn,
} from "./tax-sums.ts";
import type { Moved } from "./total-transactions.ts";
import type { Part, Row } from "./transaction.ts";

/** Transactions as tools tell them. Amounts are in major units. */

/** Names the fields that a call goes on with; the list of tools stays short. */
const ToolRow = z.looseObject({
  id: uuid,
  date: z.string(),
  name: z.string(),
  amount: z.number(),
  currency: z.string(),
  category_slug: z.string().nullable(),
  status: z.string(),
});

/** Fields that say nothing of most transactions are left out of these: lists are long, and read whole. */
export function toolRow({ team }: Context, row: ListedTransaction) {
  const { currency, base_minor, part_minor, suggested } = row;
  const { baseCurrency } = team;
  return {
    id: row.id,
    date: row.date,
    name: row.name,
    amount: toMajor(row.amount_minor, currency),
    currency,
    ...(currency === baseCurrency ? {} : { base_amount: majorOf(base_minor, baseCurrency) }),
    category_slug: row.category_slug,
    ...(suggested === null ? {} : { suggested_category: suggested.slug }),
    status: row.status,
    bank_account_id: row.bank_account_id,
    ...(row.transfer_id === null ? {} : { is_transfer: true }),
    // Of the parts of a split transaction, in a list of a category.
    ...(part_minor === null ? {} : { amount_in_category: toMajor(part_minor, currency) }),
  };
}

function majorOf(minor: number | null, currency: string): number | null {
  return minor === null ? null : toMajor(minor, currency);
}

export const TransactionList = z.object({
  items: z.array(ToolRow),
  nextCursor: z.string().nullable(),
  accounts: z.array(z.looseObject({})),
  totals: z.looseObject({}).optional(),
  notices,
});

/** Both rows of each pair, each with the id of the other. */
export async function toolPairs(
  context: Context,
  { items, nextCursor }: Page<DuplicatePair>,
): Promise<z.input<typeof TransactionList>> {
  const rows = items.flatMap(([older, newer]) => [
    { ...toolRow(context, older), counterpart_id: newer.id },
    { ...toolRow(context, newer), counterpart_id: older.id },
  ]);
  return { items: rows, nextCursor, accounts: await accountsOf(context, items.flat()) };
}

export async function toolPage(
  context: Context,
  { items, nextCursor, totals }: TransactionPage,
  said: readonly string[] = [],
): Promise<z.input<typeof TransactionList>> {
  const [today, accounts] = await Promise.all([todayOf(context), accountsOf(context, items)]);
  const ahead = items.filter(({ date }) => date > today).length;
  const no_rate = (totals?.no_rate ?? 0) + (totals?.transfers?.no_rate ?? 0);
  return {
    items: items.map((row) => toolRow(context, row)),
    nextCursor,
    accounts,
    ...(totals === null ? {} : { totals: toolTotals(context, totals) }),
    ...noticesOf([
      ...said,
      ...(no_rate === 0
        ? []
        : [
            `${counted(no_rate, "transaction")} without an exchange rate ${no_rate === 1 ? "is" : "are"} in no sum.`,
          ]),
      ...(ahead === 0
        ? []
        : [
            `${counted(ahead, "transaction")} of later days than today, ${today}: no balance of today has ${ahead === 1 ? "it" : "them"}.`,
          ]),
    ]),
  };
}

function toolTotals({ team }: Context, totals: NonNullable<TransactionPage["totals"]>) {
  const { count, no_rate, taxes, transfers, foreign } = totals;
  const currency = team.baseCurrency;
  return {
    count,
    ...movedOf(totals, currency),
    currency,
    no_rate,
    ...(transfers === null ? {} : { transfers: movedOf(transfers, currency) }),
    ...(foreign === null ? {} : { in_account_currency: inItsCurrency(foreign) }),
    ...(taxes === null ? {} : taxesOf(taxes, currency, isKnown(totals))),
  };
}

function inItsCurrency({ currency, sums, transfers }: ForeignSums) {
  const told = ({ in_minor, out_minor } = NOTHING_MOVED) => ({
    in: toMajor(in_minor, currency),
    out: toMajor(out_minor, currency),
  });
  return { currency, ...told(sums), transfers: told(transfers) };
}

const NOTHING_MOVED = { in_minor: 0, out_minor: 0 };

function movedOf(moved: Moved, currency: string) {
  if (!isKnown(moved)) return { in: null, out: null };
  return { in: toMajor(moved.in_minor, currency), out: toMajor(moved.out_minor, currency) };
}

/** False where nothing has a rate. */
function isKnown({ no_rate, in_minor, out_minor }: Moved): boolean {
  return no_rate === 0 || in_minor !== 0n || out_minor !== 0n;
}

/** The figures and words of the tax report, of which collected is `tax_in` and paid is `tax_out`. */
function taxesOf(taxes: readonly RuledTax[], currency: string, hasRates: boolean) {
  if (!hasRates) return { tax_in: null, tax_out: null, no_tax_stated: null };
  const told = (minor: bigint) => toMajor(tellable(minor), currency);
  const sided = sidedTaxes(taxes);
  const ratesOn = (side: TaxSide) =>
    groupTaxes(
      sided.filter((sum) => sum.side === side),
      ({ rate, type }) => [rate, type],
    ).map((some) => {
      const { gross, tax, count } = addTaxes(some);
      const [{ rate, type }] = some;
      return { rate: percentOf(rate), type, net: told(gross - tax), tax: told(tax), count };
    });
  const untaxed = (figure: "revenue" | "expense" | "capital_out") => {
    const { minor, count } = addUntaxed(figure, untaxedIn(figure, taxes));
    return { amount: told(minor), count };
  };
  return {
    tax_in: ratesOn("collected"),
    tax_out: ratesOn("paid"),
    no_tax_stated: {
      revenue: untaxed("revenue"),
      expense: untaxed("expense"),
      capital_out: untaxed("capital_out"),
    },
  };
}

export const Saved = z.looseObject({ notices, changed: z.int() });

type Changed = {
  readonly ids: readonly string[];
  readonly isOne: boolean;
  /** Rows of several are known to the caller, and told only when asked for. */
  readonly details?: boolean | null | undefined;
};

export async function savedRows(
  context: Context,
  { ids, isOne, details = false }: Changed,
  changed: number,
): Promise<z.input<typeof Saved>> {
  if (!isOne && details !== true) return { changed };
  const rows = new Map((await readTransactions(context, ids)).map((row) => [row.id, row]));
  const items = ids.flatMap((id) => rows.get(id) ?? []).map((row) => toolRow(context, row));
  return isOne ? { ...items[0], changed } : { items, changed };
}

export async function savedBooking(
  context: Context,
  { row, payments, invoices, notices }: BookedPayments,
): Promise<z.input<typeof Saved>> {
  const saved = await savedRows(context, { ids: [row.id], isOne: true }, 1);
  return {
    ...saved,
    invoices: invoices.map(({ id, number, status, currency }, at) => ({
      id,
      number,
      status,
      amount: majorOf(payments[at]?.amount_minor ?? null, currency),
      currency,
    })),
    ...noticesOf(notices),
  };
}

const MOST_SUGGESTED_BY_TOOL = 3;

/** Invoices that the transaction pays or refunds, and those that money in may pay. */
async function invoicesIn(context: Context, row: Row) {
  const suggests = row.amount_minor > 0;
  const { payments, suggested } = await invoicesOfTransaction(context, row, { suggests });
  const some = suggested.slice(0, MOST_SUGGESTED_BY_TOOL);
  return {
    invoices: payments.map(({ invoice_id, number, kind, amount_minor, currency }) => ({
      id: invoice_id,
      number,
      kind,
      amount: toMajor(amount_minor, currency),
      currency,
    })),
    suggested_invoices: some.map(({ invoice, why }) => ({
      id: invoice.id,
      number: invoice.number,
      customer: invoice.customer_name ?? invoice.buyer_name,
      amount_due: toMajor(invoice.open_minor, invoice.currency),
      currency: invoice.currency,
      why,
    })),
  };
}

export const TransactionDetail = z.looseObject({ id: z.string() }).nullable();

export async function toolDetail(
  context: Context,
  { row, parts, tags, otherSide }: FoundTransaction,
): Promise<z.input<typeof TransactionDetail>> {
  const [category, [account], file, rate, invoices, attachments] = await Promise.all([
    categoryOf(context, row),
    accountsOf(context, [row]),
    importOf(context, row),
    rateOf(context, row),
    invoicesIn(context, row),
    filesAttachedTo(context, row.id),
  ]);
  const { currency, original_minor, original_currency } = row;
  const { baseCurrency } = context.team;
  return {
    id: row.id,
    date: row.date,
    value_date: row.value_date,
    name: row.name,
    amount: toMajor(row.amount_minor, currency),
    currency,
    base: {
      amount: majorOf(row.base_minor, baseCurrency),
      currency: baseCurrency,
      rate,
      rate_date: row.rate_day,
    },
    original:
      original_minor === null || original_currency === null
        ? null
        : { amount: toMajor(original_minor, original_currency), currency: original_currency },
    status: row.status,
    category,
    bank_account: account,
    description: row.description,
    reference: row.reference,
    counterparty: { name: row.bank_name, account: row.counterparty_masked },
    tax: taxOf(row, currency),
    note: row.note,
    tags: tags.map(({ id, name }) => ({ id, name })),
    attachments: attachments.map(({ kind, ...file }) => ({
      ...file,
      media_type: FILE_KINDS[kind].type,
    })),
    parts: parts.map((part) => partOf(part, currency)),
    transfer: otherSide && {
      id: row.transfer_id,
      transaction_id: otherSide.id,
      bank_account: { id: otherSide.bank_account_id, name: otherSide.account_name },
    },
    ...invoices,
    import: file,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

async function categoryOf(context: Context, row: Row) {
  const { category_slug: slug, category_by: by } = row;
  if (slug === null) return null;
  const [rule, known] = await Promise.all([ruleOf(context, row), allCategories(context)]);
  return { slug, name: known.find((category) => category.slug === slug)?.name ?? slug, by, rule };
}

function taxOf({ tax_rate_bp, tax_type, tax_minor }: Row | Part, currency: string) {
  if (tax_rate_bp === null && tax_type === null) return null;
  return { rate: percentOf(tax_rate_bp), type: tax_type, amount: majorOf(tax_minor, currency) };
}

function partOf(part: Part, currency: string) {
  return {
    amount: toMajor(part.amount_minor, currency),
    category_slug: part.category_slug,
    name: part.name,
    note: part.note,
    tax: taxOf(part, currency),
  };
}

async function rateOf(context: Context, { date, currency, rate_day }: Row): Promise<number | null> {
  if (rate_day === null) return null;
  const crossOf = await findCrosses(context, context.team.baseCurrency, [{ date, currency }]);
  const cross = crossOf({ date, currency });
  return cross === null ? null : Number((Number(cross.to) / Number(cross.from)).toPrecision(8));
}

/** Id and name of each account of the rows once. */
async function accountsOf({ db, team }: Context, rows: readonly Pick<Row, "bank_account_id">[]) {
  const ids = [...new Set(rows.map(({ bank_account_id }) => bank_account_id))];
  if (ids.length === 0) return [];
  return db
    .selectFrom("bank_accounts")
    .select(["id", "name"])
    .where("team_id", "=", team.id)
    .where("id", "in", ids)
    .orderBy("id")
    .execute();
}

async function ruleOf({ db, team }: Context, { rule_id, category_by }: Row) {
  if (rule_id === null || category_by !== "rule") return null;
  const rule = await db
    .selectFrom("rules")
    .select(["id", "name"])
    .where("team_id", "=", team.id)
    .where("id", "=", rule_id)
    .executeTakeFirst();
  return rule ?? null;
}

async function importOf({ db, team }: Context, { import_id, line }: Row) {
  if (import_id === null) return null;
  const file = await db
    .selectFrom("imports")
    .select(["file_name as file", "created_at as date"])
    .where("team_id", "=", team.id)
    .where("id", "=", import_id)
    .executeTakeFirst();
  return file === undefined ? null : { ...file, line };
}
