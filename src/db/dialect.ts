import { sql, SqliteAdapter } from "kysely";
import { jsonArrayFrom as jsonArrayOnPostgres } from "kysely/helpers/postgres";
import { jsonArrayFrom as jsonArrayOnSqlite } from "kysely/helpers/sqlite";
import type { Db } from "./schema.ts";

export type Dialect = "sqlite" | "postgres";

export function dialectOf(db: Db): Dialect {
  return db.getExecutor().adapter instanceof SqliteAdapter ? "sqlite" : "postgres";
}

/** The function that turns a subquery into one column with its rows as a JSON array; read it with `asJson`. */
export function jsonArrayIn(db: Db): typeof jsonArrayOnSqlite {
  return dialectOf(db) === "sqlite" ? jsonArrayOnSqlite : jsonArrayOnPostgres;
}

/** An expression's JSON as a value. SQLite answers text, since an expression has no declared type. */
export function asJson<T>(value: T): T {
  // oxlint-disable-next-line typescript/no-unsafe-return -- the database wrote this text from a T
  return typeof value === "string" ? JSON.parse(value) : value;
}

/**
 * Holds the selected rows until the transaction ends; SQLite, with its one writer, needs no lock.
 * Everybody takes locks in one order, so that nobody waits in a circle: the call's idempotency key,
 * invitation, person, session, question of an app, app, team, grant, member, customer, project, tag,
 * and then the rows that refer to them (keys, tokens, entries, invoices, links).
 */
export function lockRows<Query extends { forUpdate(): Query }>(db: Db, query: Query): Query {
  return dialectOf(db) === "sqlite" ? query : query.forUpdate();
}

/**
 * Holds the selected rows like `lockRows`, but lets others go on writing what refers to them: for a
 * team, to which every row of its data refers.
 */
export function holdRows<Query extends { forNoKeyUpdate(): Query }>(db: Db, query: Query): Query {
  return dialectOf(db) === "sqlite" ? query : query.forNoKeyUpdate();
}

/** Lets this transaction wait for rows however long another one holds them. */
export async function waitForLocks(db: Db): Promise<void> {
  if (dialectOf(db) === "postgres") await sql`set local lock_timeout = 0`.execute(db);
}

/** Keeps the selected rows from being deleted until the transaction ends, so that others can refer to them. */
export function keepRows<Query extends { forKeyShare(): Query }>(db: Db, query: Query): Query {
  return dialectOf(db) === "sqlite" ? query : query.forKeyShare();
}
