import { z } from "zod";
import type { Context } from "../../db/context.ts";
import { UNCATEGORIZED } from "../categories/slug.ts";
import { countUpTo } from "../transactions/find-transactions.ts";
import { matchingOf } from "../transactions/transaction-filter.ts";
import { countNewestPairs } from "../transfers/transfer-pairs.ts";
import { countNewestDuplicates } from "./find-duplicates.ts";
import { countStaleUpTo, staleBefore } from "./get-review.ts";

/** Larger numbers are told as `99+`. */
const MOST = 99;

export const Waiting = z.object({
  /** 99 at most. Transfers and duplicates are those among the newest transactions. */
  total: z.int(),
  is_more: z.boolean(),
});

/** Counts what waits for a person, for a number that every page may show: it reads a bounded number of rows. */
export async function countWaiting(context: Context): Promise<z.output<typeof Waiting>> {
  const { db } = context;
  const most = MOST + 1;
  const open = await matchingOf(context, { category: UNCATEGORIZED, hides_archived: true });
  const counts = await Promise.all([
    countUpTo(db, open, most),
    countNewestPairs(context, most),
    countNewestDuplicates(context, most),
    countStaleUpTo(context, await staleBefore(context), most),
  ]);
  const sum = counts.reduce((sum, count) => sum + count, 0);
  return { total: Math.min(sum, MOST), is_more: sum > MOST };
}
