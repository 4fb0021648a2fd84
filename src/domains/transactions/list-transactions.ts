import { z } from "zod";
import { day, uuid } from "../../core/fields.ts";
import { type Listing, type Page, pageOf, readCursor } from "../../core/page.ts";
import type { Context } from "../../db/context.ts";
import { allCategories } from "../categories/all-categories.ts";
import type { Counted } from "./counted-in.ts";
import { figureOf, roleIn } from "./figures.ts";
import {
  type ListedTransaction,
  type Matching,
  completeRows,
  countTransactions,
  findTransactions,
} from "./find-transactions.ts";
import { type RuledTax, sumTaxes } from "./tax-sums.ts";
import {
  type CurrencySum,
  type MonthSum,
  type Moved,
  type Totals,
  sumMonths,
  sumsByCurrency,
  transfersByCurrency,
  totalTransactions,
  totalTransfers,
} from "./total-transactions.ts";
import { type Filter, matchingOf } from "./transaction-filter.ts";

export type ListTransactions = {
  readonly filter: Filter;
  /** The list as the door was asked for it: cursors are bound to it. */
  readonly listing: Listing;
  readonly cursor: string | null | undefined;
  readonly limit: number;
  readonly isNewestFirst?: boolean;
};

type Sums = Totals & {
  /** Equal to that of a report of the same days; null without a figure. */
  readonly figure_minor: number | null;
  /** Null where they are not asked for. */
  readonly taxes: readonly RuledTax[] | null;
  /** Null without an account, and in a list of a figure or of a stated tax. */
  readonly transfers: Moved | null;
  /** Null too where the account has the team's currency, and where nothing was found. */
  readonly foreign: ForeignSums | null;
};

/** In the currency of the list's account. */
export type ForeignSums = {
  readonly currency: string;
  readonly sums: CurrencySum | undefined;
  readonly transfers: CurrencySum | undefined;
};

type Details = {
  readonly count: number;
  readonly currencies: readonly CurrencySum[];
};

export type TransactionPage = Page<ListedTransaction> & {
  readonly totals: Sums | null;
  readonly details: Details | null;
  /** Sums of the matching transactions in each month that the page touches. */
  readonly months: readonly MonthSum[];
};

type Including = {
  readonly hasTotals?: boolean;
  /** Adds to the totals what the tax report tells, for lists without a figure. */
  readonly hasTaxes?: boolean;
  /** Adds to the totals what moved between own accounts, and the sums in the account's own currency. */
  readonly isOfAccount?: boolean;
  readonly hasDetails?: boolean;
};

const SortKey = z.tuple([day, uuid]);

export async function listTransactions(
  context: Context,
  { filter, listing, cursor, limit, isNewestFirst = true }: ListTransactions,
  { hasTotals = false, hasDetails = false, ...including }: Including = {},
): Promise<TransactionPage> {
  const after = readCursor(SortKey, listing, cursor);
  const matching = await matchingOf(context, filter);
  const paging = { isNewestFirst, after, rows: limit + 1 };
  const rows = await findTransactions(context, matching, paging);
  const page = pageOf(listing, rows, limit, (row) => [row.date, row.id]);
  const months = new Set(page.items.map(({ date }) => date.slice(0, 7)));
  const isFirst = after === null;
  // An account has one.
  const currency = page.items[0]?.currency ?? null;
  const [items, totals, details, sums] = await Promise.all([
    completeRows(context, page.items, { hasTags: hasDetails }),
    isFirst && hasTotals ? totalsOf(context, matching, { ...including, currency }) : null,
    isFirst && hasDetails ? detailsOf(context, matching) : null,
    hasDetails ? sumMonths(context, matching, [...months]) : [],
  ]);
  return { ...page, items, totals, details, months: sums };
}

async function totalsOf(
  context: Context,
  matching: Matching,
  { hasTaxes = false, isOfAccount = false, currency }: Including & { currency: string | null },
): Promise<Sums> {
  const isWholeAccount = isOfAccount && matching.counted === undefined;
  const isForeign = isWholeAccount && currency !== null && currency !== context.team.baseCurrency;
  const [totals, taxes, transfers, foreign] = await Promise.all([
    totalTransactions(context, matching),
    hasTaxes ? ruledTaxes(context, matching) : null,
    isWholeAccount ? totalTransfers(context, matching) : null,
    isForeign ? foreignSums(context, matching, currency) : null,
  ]);
  const figure_minor = figureIn(matching.counted, totals);
  return { ...totals, figure_minor, taxes, transfers, foreign };
}

async function foreignSums(
  context: Context,
  matching: Matching,
  currency: string,
): Promise<ForeignSums> {
  const [[sums], [transfers]] = await Promise.all([
    sumsByCurrency(context, matching),
    transfersByCurrency(context, matching),
  ]);
  return { currency, sums, transfers };
}

async function ruledTaxes(context: Context, matching: Matching): Promise<readonly RuledTax[]> {
  const [sums, known] = await Promise.all([sumTaxes(context, matching), allCategories(context)]);
  const categories = new Map(known.map((category) => [category.slug, category]));
  return sums.map((sum) => ({ ...sum, role: roleIn(categories, sum.slug) }));
}

function figureIn(counted: Counted | undefined, totals: Totals): number | null {
  if (counted === undefined || counted.leftOut !== undefined) return null;
  const { in_minor, out_minor, share_minor } = totals;
  const sums =
    share_minor === null ? { in: in_minor, out: out_minor } : { in: share_minor, out: 0n };
  return Number(figureOf(counted.figure, sums));
}

async function detailsOf(context: Context, matching: Matching): Promise<Details> {
  const [count, currencies] = await Promise.all([
    countTransactions(context.db, matching),
    sumsByCurrency(context, matching),
  ]);
  return { count, currencies };
}
