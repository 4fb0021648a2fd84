import { z } from "zod";
import type { Change } from "../../activity/journal.ts";
import type { Context } from "../../db/context.ts";
import { listedTransactions } from "./listed-transactions.ts";

/** One transaction that a tool has written, as `transactions_list` tells it, or `items` of several. */
export const Saved = z.looseObject({ changed: z.int() });

/** @param ids in the order of the call */
export async function savedOf(
  context: Context,
  ids: readonly string[],
  changes: readonly Change[],
  isOne: boolean,
): Promise<z.input<typeof Saved>> {
  const found = new Map((await listedTransactions(context, ids)).map((row) => [row.id, row]));
  const items = ids.flatMap((id) => found.get(id) ?? []);
  const changed = changes.filter(({ type }) => type === "transaction").length;
  return isOne ? { ...items[0], changed } : { items, changed };
}
