import { Cancelled } from "../core/errors.ts";
import type { Ground } from "./context.ts";

/**
 * Runs the work in a transaction, or in the one that the context is in already. Name the inner
 * context `context` too: it hides the outer one, whose handle must not be used in here.
 */
export async function transaction<C extends Ground, T>(
  context: C,
  work: (context: C) => Promise<T>,
): Promise<T> {
  if (context.begin === null) return work(context);
  return context.begin(async (db) => {
    const result = await work({ ...context, db, begin: null });
    if (context.isCancelled()) throw new Cancelled();
    return result;
  });
}
