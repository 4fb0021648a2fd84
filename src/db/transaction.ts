import { Cancelled } from "../core/errors.ts";
import type { BaseContext } from "./context.ts";

/**
 * Runs the work in a new transaction, or in the context's current one. Name the inner context
 * `context` too: it hides the outer one, whose handle must not be used in here. Calls the
 * `afterCommit` hooks once the outermost transaction is committed.
 */
export async function transaction<C extends BaseContext, T>(
  context: C,
  work: (context: C) => Promise<T>,
): Promise<T> {
  if (context.begin === null) return work(context);
  let committed: (() => void)[] = [];
  const result = await context.begin(async (db) => {
    // PostgreSQL may have the work run again: the first run was undone.
    committed = [];
    const afterCommit = (then: () => void) => void committed.push(then);
    const result = await work({ ...context, db, begin: null, afterCommit });
    if (context.isCancelled()) throw new Cancelled();
    return result;
  });
  for (const then of committed) then();
  return result;
}
