import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { Refusal } from "../core/errors.ts";
import type { Schema } from "./schema.ts";

/** Another process may hold the file for ten seconds before a write gives up. */
const WRITE_RETRY_MS = 20;
const WRITE_ATTEMPTS = 500;
/** `node:sqlite` blocks the event loop while it waits for a lock itself, so it hardly waits. */
const BUSY_TIMEOUT_MS = 1;
const STATEMENTS_KEPT = 500;
const SQLITE_BUSY = 5;

/** Opens the file for reading: a connection of its own, so that it never sees an open transaction. */
export function openSqliteReader(file: string): Kysely<Schema> {
  const connection = new SqliteConnection(open(file, { readOnly: true }));
  return new Kysely({ dialect: sqliteDialect(new ReaderDriver(connection), new SharedAdapter()) });
}

/** Opens the file for writing: one connection for the process; its transactions queue for it. */
export async function openSqliteWriter(file: string): Promise<Kysely<Schema>> {
  const database = open(file, { readOnly: false });
  await whenFree(() => database.exec("pragma journal_mode = wal"));
  database.exec("pragma synchronous = full");
  const driver = new WriterDriver(new SqliteConnection(database));
  return new Kysely({ dialect: sqliteDialect(driver, new SqliteAdapter()) });
}

function open(file: string, options: { readOnly: boolean }): DatabaseSync {
  return new DatabaseSync(file, {
    ...options,
    timeout: BUSY_TIMEOUT_MS,
    enableForeignKeyConstraints: true,
  });
}

function sqliteDialect(driver: Driver, adapter: SqliteAdapter): Dialect {
  return {
    createAdapter: () => adapter,
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** A read is over before it returns, so readers need not queue for the connection. */
class SharedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class ReaderDriver implements Driver {
  readonly #connection: SqliteConnection;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(): Promise<void> {
    throw new Error("a reader opens no transaction");
  }

  async commitTransaction(): Promise<void> {
    throw new Error("a reader opens no transaction");
  }

  async rollbackTransaction(): Promise<void> {
    throw new Error("a reader opens no transaction");
  }

  async destroy(): Promise<void> {
    this.#connection.close();
  }
}

/** Kysely hands out the one connection to one transaction after the other (`ConnectionMutex`). */
class WriterDriver implements Driver {
  readonly #connection: SqliteConnection;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<LeasedConnection> {
    return new LeasedConnection(this.#connection);
  }

  async releaseConnection(): Promise<void> {}

  /** Takes the write lock at once, so that no statement of the transaction has to wait for it. */
  async beginTransaction(connection: LeasedConnection): Promise<void> {
    await whenFree(() => connection.begin());
  }

  async commitTransaction(connection: LeasedConnection): Promise<void> {
    connection.commit();
  }

  async rollbackTransaction(connection: LeasedConnection): Promise<void> {
    connection.rollback();
  }

  async destroy(): Promise<void> {
    this.#connection.close();
  }
}

/** The writer for the time of one transaction; a handle that outlives it can do nothing. */
class LeasedConnection implements DatabaseConnection {
  readonly #connection: SqliteConnection;
  #ended = false;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  begin(): void {
    this.#connection.exec("begin immediate");
  }

  commit(): void {
    this.#ended = true;
    this.#connection.exec("commit");
  }

  rollback(): void {
    this.#ended = true;
    // SQLite undoes a transaction itself when, for one, the disk is full.
    if (this.#connection.isInTransaction) this.#connection.exec("rollback");
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#ended || !this.#connection.isInTransaction) {
      throw new Error("a query was sent after its transaction had ended");
    }
    return this.#connection.executeQuery<Row>(query);
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    return this.#connection.streamQuery<Row>();
  }
}

type Prepared = {
  readonly statement: StatementSync;
  readonly columns: readonly { readonly name: string; readonly convert: Convert | null }[];
};
type Convert = (value: unknown) => unknown;

/** What a declared column type means for the values that come out. */
const CONVERT: Readonly<Record<string, Convert>> = {
  BOOLEAN: (value) => (value === null ? null : value === 1),
  JSON: (value) => (typeof value === "string" ? parseJson(value) : value),
};

function parseJson(text: string): unknown {
  return JSON.parse(text);
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  exec(statement: string): void {
    this.#database.exec(statement);
  }

  close(): void {
    this.#database.close();
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const prepared = this.#prepare(query.sql);
    const { statement } = prepared;
    const parameters = query.parameters.map(toSqlite);
    if (prepared.columns.length === 0) {
      const { changes } = statement.run(...parameters);
      return { rows: [], numAffectedRows: BigInt(changes) };
    }
    const rows: Row[] = [];
    for (const values of statement.iterate(...parameters)) {
      // oxlint-disable-next-line typescript/consistent-type-assertions -- Kysely's types say what a query answers, the database keeps it
      rows.push(rowOf(prepared, values) as Row);
    }
    return { rows, numAffectedRows: BigInt(rows.length) };
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error("SQLite rows are read at once");
  }

  #prepare(text: string): Prepared {
    const known = this.#statements.get(text);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(text);
    statement.setReturnArrays(true);
    const columns = statement
      .columns()
      .map(({ name, type }) => ({ name, convert: CONVERT[type ?? ""] ?? null }));
    const prepared = { statement, columns };
    const [oldest] = this.#statements.keys();
    if (oldest !== undefined && this.#statements.size >= STATEMENTS_KEPT)
      this.#statements.delete(oldest);
    this.#statements.set(text, prepared);
    return prepared;
  }
}

function rowOf({ columns }: Prepared, values: unknown): Record<string, unknown> {
  if (!Array.isArray(values)) throw new TypeError("the statement was not set to return arrays");
  const row: Record<string, unknown> = {};
  for (const [index, { name, convert }] of columns.entries()) {
    row[name] = convert === null ? values[index] : convert(values[index]);
  }
  return row;
}

function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === "string" || typeof value === "number" || value === null) return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  throw new TypeError(`SQLite cannot take a parameter of type ${typeof value}`);
}

/** Runs what needs a lock on the file; while another process has it, waits without blocking this one. */
async function whenFree(run: () => void): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      run();
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (attempt === WRITE_ATTEMPTS) throw busy(error);
      await sleep(WRITE_RETRY_MS);
    }
  }
}

function busy(cause: unknown): Refusal {
  return new Refusal({
    code: "busy",
    message: "Another process is writing to the database; nothing was saved",
    next: "repeat the call in a few seconds",
    cause,
  });
}

/** SQLite's codes tell more in their higher bits: why it is busy. */
function isBusy(error: unknown): boolean {
  return (
    error instanceof Error && "errcode" in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY
  );
}
