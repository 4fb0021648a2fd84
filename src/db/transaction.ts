import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { Cancelled } from "../core/errors.ts";
import type { BaseContext, AuditContext } from "./context.ts";
import { lockForNoKeyUpdate } from "./dialect.ts";
import { preparedQuery, type Slots } from "./prepared-query.ts";

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

/** Runs work in the current transaction, and takes back what it wrote. Locks from before it stay. */
export async function takenBack<T>({ db }: BaseContext, work: () => Promise<T>): Promise<T> {
  await sql`savepoint taken_back`.execute(db);
  const result = await work();
  await sql`rollback to savepoint taken_back`.execute(db);
  return result;
}

/** Locks the team until the transaction ends, so that what it counts or compares is written in turns. */
export async function lockTeam({ db, team }: Pick<AuditContext, "db" | "team">): Promise<void> {
  await lockRow(db, { id: team.id });
}

const lockRow = preparedQuery((db, { slot }: Slots<{ readonly id: string }>) =>
  lockForNoKeyUpdate(db, db.selectFrom("teams").select("id").where("id", "=", slot("id"))),
);

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

/** Runs work in memory that yields at the end of each slice, and lets other requests in between. */
export async function inSlices<T>(context: BaseContext, work: Generator<void, T>): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    await pause(context);
  }
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
