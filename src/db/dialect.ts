import { type RawBuilder, sql, SqliteAdapter } from "kysely";
import { jsonArrayFrom as jsonArrayOnPostgres } from "kysely/helpers/postgres";
import { jsonArrayFrom as jsonArrayOnSqlite } from "kysely/helpers/sqlite";
import type { Db, Schema } from "./schema/schema.ts";

export type Dialect = "sqlite" | "postgres";

export function dialectOf(db: Db): Dialect {
  return db.getExecutor().adapter instanceof SqliteAdapter ? "sqlite" : "postgres";
}

/** Kysely's function that turns a subquery into a JSON array column; read it with `asJson`. */
export function jsonArrayIn(db: Db): typeof jsonArrayOnSqlite {
  return dialectOf(db) === "sqlite" ? jsonArrayOnSqlite : jsonArrayOnPostgres;
}

/**
 * Tells SQLite which index a table is searched by, where it would choose a worse one: it has no statistics
 * of a new team. PostgreSQL chooses by itself.
 */
export function indexedBy(db: Db, index: string): RawBuilder<unknown> {
  return dialectOf(db) === "sqlite" ? sql`indexed by ${sql.ref(index)}` : sql``;
}

type Joined = {
  readonly table: keyof Schema;
  readonly as: string;
  /** For SQLite; left out for the primary key. */
  readonly index?: string;
};

/**
 * Joins a table row by row: for each row before it, what the condition finds in an index. Both
 * databases would otherwise reorder the tables or read all of one, by outdated statistics.
 */
export function joinEach(
  db: Db,
  { table, as, index }: Joined,
  on: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const joined = sql`${sql.table(table)} as ${sql.ref(as)}`;
  if (dialectOf(db) === "postgres")
    return sql`cross join lateral (select * from ${joined} where ${on} offset 0) as ${sql.ref(as)}`;
  return sql`cross join ${joined} ${index === undefined ? sql`` : indexedBy(db, index)} on ${on}`;
}

/** Shifts a day by some days; a negative number shifts it back. */
export function shiftedDay(db: Db, day: RawBuilder<unknown>, days: number): RawBuilder<unknown> {
  return dialectOf(db) === "sqlite"
    ? sql`date(${day}, ${sql.lit(`${days} days`)})`
    : sql`(${day} + ${sql.lit(days)})`;
}

export function nextMonth(db: Db, day: RawBuilder<unknown>): RawBuilder<unknown> {
  return dialectOf(db) === "sqlite"
    ? sql`date(${day}, 'start of month', '1 month')`
    : sql`cast(date_trunc('month', cast(${day} as timestamp)) + interval '1 month' as date)`;
}

/** Parses an expression's JSON. SQLite returns text, since an expression has no declared type. */
export function asJson<T>(value: T): T {
  // oxlint-disable-next-line typescript/no-unsafe-return -- the database wrote this text from a T
  return typeof value === "string" ? JSON.parse(value) : value;
}

/**
 * Locks the selected rows until the transaction ends; SQLite, with its one writer, needs no lock.
 * One order of locks prevents deadlocks: idempotency key, invitation, user, session, authorization
 * request, OAuth client, team, grant, membership, customer, project, tag, bank account, category, rule,
 * file, document, transaction, receipts of a group by id, attachments, source of exchange rates, and then the rows
 * that refer to them (keys, tokens, entries, invoices, links), the totals that are kept of them with the counters of
 * numbers, mails of invoices, and queued jobs last.
 */
export function lockForUpdate<Query extends { forUpdate(): Query }>(db: Db, query: Query): Query {
  return dialectOf(db) === "sqlite" ? query : query.forUpdate();
}

/**
 * Locks the selected rows like `lockForUpdate`, but lets others write rows that refer to them: for
 * a team, to which every row of its data refers.
 */
export function lockForNoKeyUpdate<Query extends { forNoKeyUpdate(): Query }>(
  db: Db,
  query: Query,
): Query {
  return dialectOf(db) === "sqlite" ? query : query.forNoKeyUpdate();
}

/** Removes the lock timeout for the rest of this transaction. */
export async function waitForLocks(db: Db): Promise<void> {
  if (dialectOf(db) === "postgres") await sql`set local lock_timeout = 0`.execute(db);
}

/**
 * Keeps the selected rows from being deleted until the transaction ends, so that others can refer
 * to them.
 */
export function lockForKeyShare<Query extends { forKeyShare(): Query }>(
  db: Db,
  query: Query,
): Query {
  return dialectOf(db) === "sqlite" ? query : query.forKeyShare();
}
