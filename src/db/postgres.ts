import {
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  Transaction,
} from "kysely";
import { Pool, types } from "pg";
import { toInstant } from "../shared/time.ts";
import type { Begin } from "./connect.ts";
import { busy, isImpatient, PATIENCE_MS, PostgresConnection } from "./postgres-connection.ts";
import type { Db, Schema } from "./schema/schema.ts";

/** Pool of connections: a handle for single queries, and transactions. */
export type PostgresPool = { readonly db: Kysely<Schema>; readonly begin: Begin };

/** @param url a `postgres://` address. Connections are opened when they are first needed. */
export function openPostgres(url: string, onLost: (error: Error) => void): PostgresPool {
  const pool = new Pool({
    connectionString: withCheckedMode(url),
    max: 10,
    pipeline: true,
    connectionTimeoutMillis: PATIENCE_MS,
    types: { getTypeParser },
  });
  const lost = (error: Error) => {
    if (!pool.ending) onLost(error);
  };
  // A restarting server ends its connections; without listeners that would end this process too.
  pool.on("error", lost);
  // On a connection in use, the running query fails with the same error.
  pool.on("connect", (client) => client.on("error", () => {}));
  const dialect = postgresDialect(new PostgresDriver(pool));
  const db = new Kysely<Schema>({ dialect });
  return { db, begin: (work) => inTransaction(db, dialect, work) };
}

/** Modes that the driver takes as verify-full today, with a warning of several lines about tomorrow. */
const CHECKED_MODE = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/;

function withCheckedMode(url: string): string {
  return url.includes("uselibpqcompat=true") ? url : url.replace(CHECKED_MODE, "$1verify-full");
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
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    try {
      return new PostgresConnection(await this.#pool.connect());
    } catch (error) {
      throw isImpatient(error) ? busy(error) : error;
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
    await this.#pool.end();
  }
}

/** Rows look the same as SQLite's: days and instants are text, counts and sums are numbers. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [types.builtins.DATE, (text) => text],
  [types.builtins.TIMESTAMPTZ, instantOfTimestamp],
  [types.builtins.INT8, Number],
  [types.builtins.NUMERIC, Number],
]);

function getTypeParser(oid: number): (text: string) => unknown {
  // oxlint-disable-next-line typescript/no-unsafe-return -- the driver declares its parsers as any
  return PARSERS.get(oid) ?? types.getTypeParser(oid);
}

/** `2026-11-21 08:30:00.5+00`: an offset has two digits, or five where a zone has minutes. */
function instantOfTimestamp(text: string): string {
  return toInstant(text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00"));
}
