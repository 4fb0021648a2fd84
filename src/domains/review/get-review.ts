import { z } from "zod";
import { limit } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import type { Db } from "../../db/schema/schema.ts";
import { addDays } from "../../shared/calendar.ts";
import type { Day } from "../../shared/time.ts";
import { UNCATEGORIZED } from "../categories/slug.ts";
import { todayOf } from "../team/today.ts";
import { countTransactions } from "../transactions/find-transactions.ts";
import {
  listShownTransactions,
  ShownRow,
  shownTransactions,
} from "../transactions/list-shown-transactions.ts";
import { matchingOf } from "../transactions/transaction-filter.ts";
import { countPairs, findPairs } from "../transfers/transfer-pairs.ts";
import { countDuplicates, findDuplicates } from "./find-duplicates.ts";

/** Days after which a pending transaction should have been booked. */
const STALE_AFTER = 14;

export const ReviewCounts = z.object({
  uncategorized: z.int(),
  /** Suggested transfers. */
  transfers: z.int(),
  stale: z.int(),
  duplicates: z.int(),
  /** Transactions that look like sides of transfers and count in reports, suggested or not. */
  look_alikes: z.int(),
});

export type ReviewCounts = z.output<typeof ReviewCounts>;

/** Counts what waits for a person. */
export async function countReview(context: Context): Promise<ReviewCounts> {
  const open = await matchingOf(context, { category: UNCATEGORIZED, hides_archived: true });
  const [uncategorized, pairs, stale, duplicates] = await Promise.all([
    countTransactions(context.db, open),
    countPairs(context),
    countStale(context, await staleBefore(context)),
    countDuplicates(context),
  ]);
  const { suggested: transfers, lookAlikes: look_alikes } = pairs;
  return { uncategorized, transfers, stale, duplicates, look_alikes };
}

export const GetReview = z.strictObject({ limit: limit.default(50) });

export type GetReview = z.output<typeof GetReview>;

const Pair = z.tuple([ShownRow, ShownRow]);

export const Review = z.object({
  counts: ReviewCounts,
  /** With suggestions. The list of transactions has the rest, by the category `uncategorized`. */
  uncategorized: z.array(ShownRow),
  /** The side that receives, and the one that pays. */
  transfers: z.array(Pair),
  /** Pending for more than 14 days. */
  stale: z.array(ShownRow),
  /** Of one account, equal amounts a few days apart, from two sources: the older first. */
  duplicates: z.array(Pair),
});

export type Review = z.output<typeof Review>;

/** All that waits for a person, of each kind the newest, with the numbers of all. */
export async function getReview(
  context: Context,
  { limit }: GetReview,
): Promise<z.input<typeof Review>> {
  const [counts, open, transfers, duplicates] = await Promise.all([
    countReview(context),
    listShownTransactions(context, { category: UNCATEGORIZED, sort: "-date", limit }),
    findPairs(context, limit),
    findDuplicates(context, limit),
  ]);
  const pairs = {
    transfers: transfers.map(({ received_id, paid_id }) => [received_id, paid_id] as const),
    duplicates: duplicates.map(({ id, other_id }) => [id, other_id] as const),
  };
  const staleIds = await findStale(context, await staleBefore(context), limit);
  const ids = [...new Set([...pairs.transfers, ...pairs.duplicates, staleIds].flat())];
  const shown = new Map((await shownTransactions(context, ids)).map((row) => [row.id, row]));
  const rowsOf = (some: readonly string[]) => some.flatMap((id) => shown.get(id) ?? []);
  const pairsOf = (some: readonly (readonly [string, string])[]) =>
    some.flatMap((pair) => {
      const [one, other] = rowsOf(pair);
      return one === undefined || other === undefined ? [] : [[one, other] as const];
    });
  return {
    counts,
    uncategorized: open.items,
    transfers: pairsOf(pairs.transfers).map(([one, other]) => [one, other]),
    stale: rowsOf(staleIds),
    duplicates: pairsOf(pairs.duplicates).map(([one, other]) => [one, other]),
  };
}

type Searched = { readonly db: Db; readonly team: { readonly id: string } };

export async function staleBefore(context: Context): Promise<Day> {
  return addDays(await todayOf(context), -STALE_AFTER);
}

async function findStale(
  { db, team }: Context,
  before: Day,
  most: number,
): Promise<readonly string[]> {
  const rows = await stale({ db, team }, before)
    .select("id")
    .orderBy("date", "desc")
    .orderBy("id", "desc")
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

export async function countStale(context: Searched, before: Day): Promise<number> {
  const [found] = await stale(context, before)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .execute();
  return found?.count ?? 0;
}

/** Counts without reading more than `most`. */
export async function countStaleUpTo(context: Searched, before: Day, most: number) {
  return (await stale(context, before).select("id").limit(most).execute()).length;
}

function stale({ db, team }: Searched, before: Day) {
  return db
    .selectFrom("transactions as item")
    .where("team_id", "=", team.id)
    .where("status", "=", "pending")
    .where("date", "<", before);
}
