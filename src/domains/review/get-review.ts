import { z } from "zod";
import { limit } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { addDays } from "../../shared/calendar.ts";
import { UNCATEGORIZED } from "../../shared/limits.ts";
import type { Day } from "../../shared/time.ts";
import { todayOf } from "../team/today.ts";
import type { Searched } from "../transactions/counterparts.ts";
import {
  countDuplicates,
  countNewestDuplicates,
  findDuplicates,
} from "../transactions/duplicates.ts";
import {
  completeRows,
  countTransactions,
  countUpTo,
  findTransactions,
  readTransactions,
} from "../transactions/find-transactions.ts";
import { ShownRow, shownRow } from "../transactions/page-answers.ts";
import { matchingOf } from "../transactions/transaction-filter.ts";
import { partsOf } from "../transactions/transaction.ts";
import { countNewestPairs, findPairs } from "../transfers/transfer-pairs.ts";

/** Days after which a pending transaction should have been booked. */
const STALE_AFTER = 14;

const ReviewCounts = z.object({
  uncategorized: z.int(),
  transfers: z.int(),
  stale: z.int(),
  duplicates: z.int(),
  /** Transactions that look like sides of transfers and count in reports, suggested or not. */
  counterparts: z.int(),
});

const OPEN = { category: UNCATEGORIZED, hides_archived: true } as const;

export const GetReview = z.strictObject({ limit: limit.default(50) });

const Pair = z.tuple([ShownRow, ShownRow]);

const OpenRow = ShownRow.extend({
  /** Text and reference as the bank wrote them. */
  said: z.string().nullable(),
  /** Places of the parts without a category, from 1, of a split transaction. */
  open_parts: z.array(z.int()),
  part_count: z.int(),
});

export const Review = z.object({
  counts: ReviewCounts,
  /** With suggestions. The list of transactions has the rest, by the category `uncategorized`. */
  uncategorized: z.array(OpenRow),
  /** The receiving side first. */
  transfers: z.array(Pair),
  stale: z.array(ShownRow),
  /** The older transaction first. */
  duplicates: z.array(Pair),
});

/** Finds the newest items of each kind that wait for a person, and counts all of them. */
export async function getReview(
  context: Context,
  { limit }: z.output<typeof GetReview>,
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
      findDuplicates(context, { most: limit }),
      countStale(context, before),
      findStale(context, before, limit),
    ]);
  const pairs = {
    transfers: found.pairs.map(({ received_id, paid_id }) => [received_id, paid_id] as const),
    duplicates: duplicates.map(({ id, other_id }) => [id, other_id] as const),
  };
  const ids = [...new Set([...pairs.transfers, ...pairs.duplicates, staleIds].flat())];
  const withTags = { hasTags: true };
  const [open, others, told] = await Promise.all([
    completeRows(context, uncategorized, withTags),
    readTransactions(context, ids, withTags),
    toldOf(
      context,
      uncategorized.map(({ id }) => id),
    ),
  ]);
  const shown = new Map(others.map((row) => [row.id, shownRow(row)]));
  const rowsOf = (some: readonly string[]) => some.flatMap((id) => shown.get(id) ?? []);
  const pairsOf = (some: readonly (readonly [string, string])[]) =>
    some.flatMap((pair): z.input<typeof Pair>[] => {
      const [one, other] = rowsOf(pair);
      return one === undefined || other === undefined ? [] : [[one, other]];
    });
  return {
    counts: {
      uncategorized: openCount,
      transfers: found.suggested,
      stale: staleCount,
      duplicates: duplicateCount,
      counterparts: found.counterparts,
    },
    uncategorized: open.map((row) => ({ ...shownRow(row), ...told(row.id) })),
    transfers: pairsOf(pairs.transfers),
    stale: rowsOf(staleIds),
    duplicates: pairsOf(pairs.duplicates),
  };
}

/** Reads what a category is decided by beside the row: the bank's text, and the open parts. */
async function toldOf(context: Context, ids: readonly string[]) {
  const { db, team } = context;
  const [texts, parts] = await Promise.all([
    ids.length === 0
      ? []
      : db
          .selectFrom("transactions")
          .select(["id", "description", "reference"])
          .where("team_id", "=", team.id)
          .where("id", "in", ids)
          .execute(),
    partsOf(context, ids),
  ]);
  const textOf = new Map(texts.map((row) => [row.id, row]));
  const byTransaction = Map.groupBy(parts, ({ transaction_id }) => transaction_id);
  return (id: string) => {
    const { description = null, reference = null } = textOf.get(id) ?? {};
    const words = new Set([description, reference].filter((text) => text !== null && text !== ""));
    const own = byTransaction.get(id) ?? [];
    return {
      said: words.size === 0 ? null : [...words].join(" · "),
      open_parts: own.flatMap(({ category_slug }, at) => (category_slug === null ? [at + 1] : [])),
      part_count: own.length,
    };
  };
}

async function staleBefore(context: Context): Promise<Day> {
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

async function countStaleUpTo(context: Searched, before: Day, most: number) {
  return (await stale(context, before).select("id").limit(most).execute()).length;
}

function stale({ db, team }: Searched, before: Day) {
  return db
    .selectFrom("transactions as item")
    .where("team_id", "=", team.id)
    .where("status", "=", "pending")
    .where("date", "<", before);
}

/** Larger numbers are told as `99+`. */
const MOST = 99;

export const Waiting = z.object({
  /** 99 at most. Transfers and duplicates are looked for among the newest transactions. */
  total: z.int(),
  is_more: z.boolean(),
});

/** Counts open items for the number that every page shows: reads a bounded number of rows. */
export async function countWaiting(context: Context): Promise<z.output<typeof Waiting>> {
  const { db } = context;
  const most = MOST + 1;
  const open = await matchingOf(context, OPEN);
  const counts = await Promise.all([
    countUpTo(db, open, most),
    countNewestPairs(context, most),
    countNewestDuplicates(context, most),
    countStaleUpTo(context, await staleBefore(context), most),
  ]);
  const sum = counts.reduce((sum, count) => sum + count, 0);
  return { total: Math.min(sum, MOST), is_more: sum > MOST };
}
