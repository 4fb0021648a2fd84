import { z } from "zod";
import { cursor, day, limit, uuid } from "../../core/fields.ts";
import { notices, noticesOf } from "../../core/notices.ts";
import { listingOf, pageOf, readCursor } from "../../core/page.ts";
import type { Context } from "../../db/context.ts";
import { toMajor } from "../../shared/money.ts";
import { counted } from "../../shared/words.ts";
import { findTransactions } from "./find-transactions.ts";
import { toldOf, ToldTransaction } from "./listed-transactions.ts";
import { totalTransactions } from "./total-transactions.ts";
import { filterFields, type Matching, matchingOf } from "./transaction-filter.ts";

export const ListTransactions = z.strictObject({
  ...filterFields,
  category_slug: z.string().max(100).nullish().describe("or uncategorized"),
  bank_account_id: uuid.nullish(),
  cursor: cursor.nullish(),
  limit: limit.default(25),
});

export type ListTransactions = z.output<typeof ListTransactions>;

export const TransactionList = z.object({
  items: z.array(ToldTransaction),
  nextCursor: z.string().nullable(),
  totals: z.looseObject({}).optional(),
  notices,
});

export type TransactionList = z.output<typeof TransactionList>;

export const SortKey = z.tuple([day, uuid]);

/** Newest first. The first page of a range of days has totals. */
export async function listTransactions(
  context: Context,
  input: ListTransactions,
): Promise<TransactionList> {
  const { category_slug, bank_account_id, limit, cursor, ...filter } = input;
  const listing = listingOf(context, input);
  const after = readCursor(SortKey, listing, cursor);
  const matching = await matchingOf(context, {
    ...filter,
    category: category_slug,
    account: bank_account_id,
  });
  const rows = await findTransactions(context, matching, {
    isNewestFirst: true,
    after,
    rows: limit + 1,
  });
  const page = pageOf(listing, rows, limit, (row) => [row.date, row.id]);
  const hasTotals = after === null && filter.from && filter.to;
  return {
    ...page,
    items: await toldOf(context, page.items),
    ...(hasTotals ? await totalsOf(context, matching) : {}),
  };
}

async function totalsOf(context: Context, matching: Matching) {
  const currency = context.team.baseCurrency;
  const { count, in_minor, out_minor, no_rate } = await totalTransactions(context, matching);
  const totals = {
    count,
    in: toMajor(in_minor, currency),
    out: toMajor(out_minor, currency),
    currency,
    no_rate,
  };
  const unrated = counted(no_rate, "transaction");
  return {
    totals,
    ...noticesOf(no_rate > 0 ? [`${unrated} without an exchange rate are in no sum.`] : []),
  };
}
