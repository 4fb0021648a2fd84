import { sql } from "kysely";
import { z } from "zod";
import type { Context } from "../../db/context.ts";
import { countTransactions } from "./find-transactions.ts";
import { Filter, matchingOf } from "./transaction-filter.ts";

export const CountFixed = z.strictObject(Filter.shape);

export const FixedCounts = z.object({
  /** Ones whose parts have the categories, without exported ones. */
  split: z.int(),
  /** Ones that were given to the accountant. */
  exported: z.int(),
});

export type FixedCounts = z.output<typeof FixedCounts>;

/** Counts which of the transactions that match a batch leaves as they are. */
export async function countFixed(
  context: Context,
  filter: z.output<typeof CountFixed>,
): Promise<FixedCounts> {
  const { conditions, ...matching } = await matchingOf(context, filter);
  const count = async (condition: ReturnType<typeof sql<boolean>>) =>
    countTransactions(context.db, { ...matching, conditions: [...conditions, condition] });
  const [split, exported] = await Promise.all([
    count(sql<boolean>`item.is_split and item.status <> 'exported'`),
    count(sql<boolean>`item.status = 'exported'`),
  ]);
  return { split, exported };
}
