import { sql } from "kysely";
import { z } from "zod";
import { uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { toMajor } from "../../shared/money.ts";
import { findTransactions, type Listed } from "./find-transactions.ts";
import { suggestCategories, type Suggestion } from "./suggest-category.ts";
import { matchingAll } from "./transaction-filter.ts";

/** A transaction in the lists of tools. Amounts are in major units. */
export type ListedTransaction = {
  readonly id: string;
  readonly date: string;
  readonly name: string;
  readonly amount: number;
  readonly currency: string;
  /** In the team's currency; null without a rate. */
  readonly base_amount: number | null;
  readonly category_slug: string | null;
  readonly suggested_category: string | null;
  readonly status: string;
  readonly bank_account_id: string;
  readonly is_transfer: boolean;
  /** Of the parts of a split transaction, in a list of a category. */
  readonly amount_in_category?: number;
};

/** Names the fields that a call goes on with; the list of tools stays short. */
export const ToldTransaction = z.looseObject({
  id: uuid,
  date: z.string(),
  name: z.string(),
  amount: z.number(),
  currency: z.string(),
  category_slug: z.string().nullable(),
  suggested_category: z.string().nullable(),
  status: z.string(),
});

/** Transactions by their ids, the newest first. */
export async function listedTransactions(
  context: Context,
  ids: readonly string[],
): Promise<readonly ListedTransaction[]> {
  return toldOf(context, await findByIds(context, ids));
}

/** Rows of lists by their ids, the newest first. */
export async function findByIds(
  context: Context,
  ids: readonly string[],
): Promise<readonly Listed[]> {
  if (ids.length === 0) return [];
  const conditions = [
    sql<boolean>`item.team_id = ${context.team.id} and item.id in (${sql.join(ids)})`,
  ];
  const matching = matchingAll(conditions);
  const paging = { isNewestFirst: true, after: null, rows: ids.length };
  return findTransactions(context, matching, paging);
}

/** The rows as tools tell them, with suggestions for those that lack a category. */
export async function toldOf(
  context: Context,
  rows: readonly Listed[],
): Promise<ListedTransaction[]> {
  const suggested = await suggestionsFor(context, rows);
  return rows.map((row) => ({
    id: row.id,
    date: row.date,
    name: row.name,
    amount: toMajor(row.amount_minor, row.currency),
    currency: row.currency,
    base_amount:
      row.base_minor === null ? null : toMajor(row.base_minor, context.team.baseCurrency),
    category_slug: row.category_slug,
    suggested_category: suggested(row)?.slug ?? null,
    status: row.status,
    bank_account_id: row.bank_account_id,
    is_transfer: row.transfer_id !== null,
    ...(row.part_minor === null
      ? {}
      : { amount_in_category: toMajor(row.part_minor, row.currency) }),
  }));
}

/** Suggestions for rows that count and have no category. */
export async function suggestionsFor(
  context: Context,
  rows: readonly Listed[],
): Promise<(row: Listed) => Suggestion | undefined> {
  const open = rows.filter(isOpen);
  const suggestions = await suggestCategories(
    context,
    open.map(({ party_key }) => party_key),
  );
  return (row) => (isOpen(row) ? suggestions.get(row.party_key ?? "") : undefined);
}

function isOpen({ category_slug, standing }: Listed): boolean {
  return category_slug === null && standing === "counted";
}
