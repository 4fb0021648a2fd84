import {
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  Transaction,
} from "kysely";
import type { Begin } from "./connect.ts";
import { busy, isImpatient, PostgresConnection } from "./postgres-connection.ts";
import type { PostgresPool } from "./postgres-pool.ts";
import type { Db, Schema } from "./schema/schema.ts";
import type { Translate } from "./unavailable.ts";

/** Handle for single queries, and transactions. */
export type Postgres = { readonly db: Kysely<Schema>; readonly begin: Begin };

/** Connections are opened when they are first needed. */
export function openPostgres(pool: PostgresPool, translate: Translate): Postgres {
  const dialect = postgresDialect(new PostgresDriver(pool, translate));
  const db = new Kysely<Schema>({ dialect });
  return { db, begin: (work) => inTransaction(db, dialect, work) };
}

/**
 * Runs the work in a transaction. Kysely's own transaction sends one statement after the other. This
 * one sends the statements of a `Promise.all` in one round trip, in the order of the calls.
 */
async function inTransaction<T>(
  pool: Kysely<Schema>,
  dialect: Dialect,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return pool.getExecutor().provideConnection(async (connection) => {
    if (!(connection instanceof PostgresConnection))
      throw new TypeError("the pool gave a connection of another kind");
    const executor = pool
      .getExecutor()
      .withConnectionProvider({ provideConnection: (use) => use(connection) });
    const props = { config: { dialect }, dialect, driver: dialect.createDriver(), executor };
    connection.begin();
    try {
      const result = await work(new Transaction<Schema>(props));
      await connection.commit();
      return result;
    } catch (error) {
      await connection.rollback();
      throw error;
    }
  });
}

function postgresDialect(driver: Driver): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class PostgresDriver implements Driver {
  readonly #pool: PostgresPool;
  readonly #translate: Translate;

  constructor(pool: PostgresPool, translate: Translate) {
    this.#pool = pool;
    this.#translate = translate;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    try {
      return new PostgresConnection(await this.#pool.connect(), this.#pool, this.#translate);
    } catch (error) {
      throw isImpatient(error) ? busy(error) : this.#translate(error);
    }
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.giveBack();
  }

  async beginTransaction(connection: PostgresConnection): Promise<void> {
    connection.begin();
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    await connection.commit();
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    await connection.rollback();
  }

  async destroy(): Promise<void> {
    await this.#pool.close();
  }
}
