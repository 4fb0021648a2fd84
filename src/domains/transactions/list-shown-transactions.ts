import { z } from "zod";
import { cursor, limit, uuid } from "../../core/fields.ts";
import { listingOf, pageOf, readCursor } from "../../core/page.ts";
import type { Context } from "../../db/context.ts";
import { Tag } from "../tags/tag.ts";
import type { Counted } from "./counted-in.ts";
import { figureOf } from "./figures.ts";
import { countTransactions, findTransactions, type Listed } from "./find-transactions.ts";
import { SortKey } from "./list-transactions.ts";
import { findByIds, suggestionsFor } from "./listed-transactions.ts";
import { CurrencySum, MonthSum, sumMonths, sumsByCurrency } from "./sum-currencies.ts";
import { type Totals, totalTransactions } from "./total-transactions.ts";
import { Filter, type Matching, matchingOf, withoutArchived } from "./transaction-filter.ts";
import { tagsOf } from "./transaction-tags.ts";

export const ListShown = z.strictObject({
  ...Filter.omit({ hides_archived: true }).shape,
  /** Days, the newest or the oldest first. */
  sort: z.enum(["date", "-date"]).default("-date"),
  cursor: cursor.optional(),
  limit: limit.default(50),
});

export type ListShown = z.output<typeof ListShown>;

/** A transaction in the web app's list. Amounts are in minor units. */
export const ShownRow = z.object({
  id: uuid,
  date: z.string(),
  name: z.string(),
  /** The name as the bank wrote it; null for a transaction by hand. */
  bank_name: z.string().nullable(),
  amount_minor: z.int(),
  currency: z.string(),
  /** In the team's currency; null without a rate. */
  base_minor: z.int().nullable(),
  /** Of the parts in the category or figure that the list is filtered by. */
  part_minor: z.int().nullable(),
  /** Amount that it adds to the figure of tax that the list is filtered by, in the team's currency. */
  taxed_minor: z.int().nullable(),
  status: z.string(),
  category_slug: z.string().nullable(),
  category_by: z.string().nullable(),
  /** The rule that set the category, or whose category somebody corrected since. */
  rule_id: z.string().nullable(),
  /** A category that others with the same party have: `in` of their last `of`. */
  suggested: z.object({ slug: z.string(), in: z.int(), of: z.int() }).nullable(),
  bank_account_id: z.string(),
  is_split: z.boolean(),
  is_transfer: z.boolean(),
  has_note: z.boolean(),
  source: z.string(),
  tags: z.array(Tag),
  updated_at: z.string(),
});

const ShownTotals = z.object({
  /** Of all that match. */
  count: z.int(),
  /** Of those that count: without pending and excluded transactions and transfers. */
  counted: z.int(),
  in_minor: z.int(),
  out_minor: z.int(),
  currency: z.string(),
  no_rate: z.int(),
  /** The figure that the list is filtered by, as a report tells it of the same days. */
  figure_minor: z.int().nullable(),
  /** Transactions that are not split, and parts of split ones, as reports count what they leave out. */
  entries: z.int(),
  /** The same sums in the currencies of the accounts. */
  by_currency: z.array(CurrencySum),
});

export const ShownTransactions = z.object({
  items: z.array(ShownRow),
  nextCursor: z.string().nullable(),
  /** Null behind the first page. */
  totals: ShownTotals.nullable(),
  /** Sums of the whole months that the page has transactions of, as far as they match. */
  months: z.array(MonthSum),
});

/** A page of the web app's list. Archived ones are shown when their status is asked for. */
export async function listShownTransactions(
  context: Context,
  input: ListShown,
): Promise<z.input<typeof ShownTransactions>> {
  const { sort, limit, cursor, ...filter } = input;
  const listing = listingOf(context, input);
  const after = readCursor(SortKey, listing, cursor);
  const matching = await matchingOf(context, withoutArchived(filter));
  const paging = { isNewestFirst: sort === "-date", after, rows: limit + 1 };
  const rows = await findTransactions(context, matching, paging);
  const page = pageOf(listing, rows, limit, (row) => [row.date, row.id]);
  const [items, totals, months] = await Promise.all([
    shownOf(context, page.items),
    after === null ? totalsOf(context, matching) : null,
    sumMonths(context, matching, [...new Set(page.items.map(({ date }) => date.slice(0, 7)))]),
  ]);
  return { ...page, items, totals, months: [...months] };
}

/** Rows of the web app's lists by their ids, the newest first. */
export async function shownTransactions(context: Context, ids: readonly string[]) {
  return shownOf(context, await findByIds(context, ids));
}

/** Rows as the web app shows them, in their order. */
export async function shownOf(context: Context, rows: readonly Listed[]) {
  const [tags, suggested] = await Promise.all([
    tagsOf(
      context,
      rows.map(({ id }) => id),
    ),
    suggestionsFor(context, rows),
  ]);
  const tagged = Map.groupBy(tags, ({ transaction_id }) => transaction_id);
  return rows.map((row) => {
    const { note, transfer_id, standing: _standing, party_key: _key, ...rest } = row;
    const { created_at: _created, ...shown } = rest;
    return {
      ...shown,
      suggested: suggested(row) ?? null,
      is_transfer: transfer_id !== null,
      has_note: note !== null,
      tags: (tagged.get(row.id) ?? []).map(({ id, name }) => ({ id, name })),
    };
  });
}

async function totalsOf(context: Context, matching: Matching) {
  const [count, totals, sums] = await Promise.all([
    countTransactions(context.db, matching),
    totalTransactions(context, matching),
    sumsByCurrency(context, matching),
  ]);
  return {
    count,
    counted: totals.count,
    in_minor: Number(totals.in_minor),
    out_minor: Number(totals.out_minor),
    currency: context.team.baseCurrency,
    no_rate: totals.no_rate,
    figure_minor: figureIn(matching.counted, totals),
    entries: totals.entries,
    by_currency: [...sums],
  };
}

/** Null without a figure, and for what is left out of one. */
function figureIn(counted: Counted | undefined, totals: Totals): number | null {
  if (counted === undefined || counted.leftOut !== undefined) return null;
  const { in_minor, out_minor, share_minor } = totals;
  const sums =
    share_minor === null ? { in: in_minor, out: out_minor } : { in: share_minor, out: 0n };
  return Number(figureOf(counted.figure, sums));
}
