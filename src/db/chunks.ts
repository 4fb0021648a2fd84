import { setImmediate } from "node:timers/promises";
import { Cancelled } from "../core/errors.ts";
import type { BaseContext } from "./context.ts";

/**
 * Rows that a statement of a large change writes at most. SQLite works in this process: a longer
 * statement would keep other requests waiting. All rows of a chunk are in memory at once.
 */
export const ROWS_A_CHUNK = 500;

/**
 * Lets other requests in between two chunks of a transaction.
 * @throws Cancelled when the caller has disconnected, so that no further work is done in vain
 */
export async function pause(context: BaseContext): Promise<void> {
  if (context.isCancelled()) throw new Cancelled();
  await setImmediate();
}

/**
 * Runs a statement that takes one chunk of rows, until it takes fewer than a whole one. `after` is the
 * last row of the chunk before, or null. The statement selects its rows in a materialized `with`:
 * PostgreSQL could otherwise select them again for each row that it looks at, and find others.
 */
export async function inChunks<Row>(
  context: BaseContext,
  take: (after: Row | null) => Promise<readonly Row[]>,
  use: (rows: readonly Row[]) => Promise<void>,
): Promise<void> {
  let after: Row | null = null;
  for (;;) {
    const rows: readonly Row[] = await take(after);
    await use(rows);
    if (rows.length < ROWS_A_CHUNK) return;
    after = rows.at(-1) ?? null;
    await pause(context);
  }
}
