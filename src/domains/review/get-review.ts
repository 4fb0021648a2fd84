import { z } from "zod";
import { limit } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import type { Db } from "../../db/schema/schema.ts";
import { addDays } from "../../shared/calendar.ts";
import type { Day } from "../../shared/time.ts";
import { UNCATEGORIZED } from "../categories/slug.ts";
import { todayOf } from "../team/today.ts";
import {
  completeRows,
  countTransactions,
  findTransactions,
  readTransactions,
} from "../transactions/find-transactions.ts";
import { ShownRow, shownRow } from "../transactions/page-answers.ts";
import { matchingOf } from "../transactions/transaction-filter.ts";
import { findPairs } from "../transfers/transfer-pairs.ts";
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

/** Transactions without a category. */
const OPEN = { category: UNCATEGORIZED, hides_archived: true } as const;

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
  const matching = await matchingOf(context, OPEN);
  const newest = { isNewestFirst: true, after: null, rows: limit };
  const before = await staleBefore(context);
  const [openCount, uncategorized, found, duplicateCount, duplicates, staleCount, staleIds] =
    await Promise.all([
      countTransactions(context.db, matching),
      findTransactions(context, matching, newest),
      findPairs(context, limit),
      countDuplicates(context),
      findDuplicates(context, limit),
      countStale(context, before),
      findStale(context, before, limit),
    ]);
  const pairs = {
    transfers: found.pairs.map(({ received_id, paid_id }) => [received_id, paid_id] as const),
    duplicates: duplicates.map(({ id, other_id }) => [id, other_id] as const),
  };
  const ids = [...new Set([...pairs.transfers, ...pairs.duplicates, staleIds].flat())];
  const withTags = { hasTags: true };
  const [open, others] = await Promise.all([
    completeRows(context, uncategorized, withTags),
    readTransactions(context, ids, withTags),
  ]);
  const shown = new Map(others.map((row) => [row.id, shownRow(row)]));
  const rowsOf = (some: readonly string[]) => some.flatMap((id) => shown.get(id) ?? []);
  const pairsOf = (some: readonly (readonly [string, string])[]) =>
    some.flatMap((pair) => {
      const [one, other] = rowsOf(pair);
      return one === undefined || other === undefined ? [] : [[one, other] as const];
    });
  return {
    counts: {
      uncategorized: openCount,
      transfers: found.suggested,
      stale: staleCount,
      duplicates: duplicateCount,
      look_alikes: found.lookAlikes,
    },
    uncategorized: open.map(shownRow),
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
