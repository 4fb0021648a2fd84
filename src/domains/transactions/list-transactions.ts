import { z } from "zod";
import { day, uuid } from "../../core/fields.ts";
import { type Listing, type Page, pageOf, readCursor } from "../../core/page.ts";
import type { Context } from "../../db/context.ts";
import type { Counted } from "./counted-in.ts";
import { figureOf } from "./figures.ts";
import {
  type ListedTransaction,
  type Matching,
  completeRows,
  countTransactions,
  findTransactions,
} from "./find-transactions.ts";
import {
  type CurrencySum,
  type MonthSum,
  type Totals,
  sumMonths,
  sumsByCurrency,
  totalTransactions,
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
  readonly hasDetails?: boolean;
};

const SortKey = z.tuple([day, uuid]);

export async function listTransactions(
  context: Context,
  { filter, listing, cursor, limit, isNewestFirst = true }: ListTransactions,
  { hasTotals = false, hasDetails = false }: Including = {},
): Promise<TransactionPage> {
  const after = readCursor(SortKey, listing, cursor);
  const matching = await matchingOf(context, filter);
  const paging = { isNewestFirst, after, rows: limit + 1 };
  const rows = await findTransactions(context, matching, paging);
  const page = pageOf(listing, rows, limit, (row) => [row.date, row.id]);
  const months = new Set(page.items.map(({ date }) => date.slice(0, 7)));
  const isFirst = after === null;
  const [items, totals, details, sums] = await Promise.all([
    completeRows(context, page.items, { hasTags: hasDetails }),
    isFirst && hasTotals ? totalsOf(context, matching) : null,
    isFirst && hasDetails ? detailsOf(context, matching) : null,
    hasDetails ? sumMonths(context, matching, [...months]) : [],
  ]);
  return { ...page, items, totals, details, months: sums };
}

async function totalsOf(context: Context, matching: Matching): Promise<Sums> {
  const totals = await totalTransactions(context, matching);
  return { ...totals, figure_minor: figureIn(matching.counted, totals) };
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
