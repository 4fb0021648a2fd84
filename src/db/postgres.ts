import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import { Pool, type PoolClient, types } from "pg";
import { Refusal } from "../core/errors.ts";
import { toInstant } from "../core/time.ts";
import { statementNames } from "./hot-query.ts";
import type { Schema } from "./schema.ts";

/** How long a call waits for a connection, and for a row that another call holds, before it is refused. */
const PATIENCE_MS = 10_000;

/** @param url a `postgres://` address. Connections are opened when they are first needed. */
export function openPostgres(url: string, onLost: (error: Error) => void): Kysely<Schema> {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: PATIENCE_MS,
    types: { getTypeParser },
  });
  const lost = (error: Error) => {
    if (!pool.ending) onLost(error);
  };
  // A server that restarts ends its connections; without listeners that would end this process too.
  pool.on("error", lost);
  // Of a connection in use, the query under way fails with the same error.
  pool.on("connect", (client) => client.on("error", () => {}));
  return new Kysely({ dialect: postgresDialect(new PostgresDriver(pool)) });
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
    await connection.begin();
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    await connection.end("commit");
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    await connection.end("rollback");
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

/** A pooled connection for the time of one query or transaction; a handle that outlives it can do nothing. */
class PostgresConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  #ended = false;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  giveBack(): void {
    this.#ended = true;
    this.#client.release();
  }

  async begin(): Promise<void> {
    await this.#client.query(`begin; set local lock_timeout = ${PATIENCE_MS}`);
  }

  /** What is still sent while the transaction ends would run after it, on its own: it is refused. */
  async end(statement: "commit" | "rollback"): Promise<void> {
    this.#ended = true;
    const { command } = await this.#client.query(statement);
    // PostgreSQL undoes a transaction in which a statement failed, also when that was caught.
    if (command !== statement.toUpperCase())
      throw new Error("the transaction was undone: a statement in it had failed");
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const name = statementNames.get(query.sql);
    if (this.#ended) throw new Error("a query was sent after its transaction had ended");
    const statement = {
      ...(name === undefined ? {} : { name }),
      text: query.sql,
      values: [...query.parameters],
    };
    const { rows, rowCount } = await this.#client.query(statement).catch((error: unknown) => {
      throw isImpatient(error) ? busy(error) : error;
    });
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- Kysely's types say what a query answers, the database keeps it
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error("PostgreSQL rows are read at once");
  }
}

/** lock_not_available, and what the pool says when all of its connections are taken. */
function isImpatient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    ("code" in error && error.code === "55P03") || error.message.startsWith("timeout exceeded")
  );
}

function busy(cause: unknown): Refusal {
  return new Refusal({
    code: "busy",
    message: "Other calls hold what this one needs; nothing was saved",
    next: "repeat the call in a few seconds",
    cause,
  });
}

/** Rows look as they do from SQLite: days and instants are text, counts and sums are numbers. */
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
