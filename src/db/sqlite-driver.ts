import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely";
import type { SqliteConnection } from "./sqlite-connection.ts";
import { whenFree, WRITE_ATTEMPTS } from "./sqlite-lock.ts";

export class ReaderDriver implements Driver {
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

/** Kysely lends the one connection to one transaction after the other (`ConnectionMutex`). */
export class WriterDriver implements Driver {
  readonly #connection: SqliteConnection;
  /** 1 when the last transaction has waited in vain: queued transactions then do not wait again. */
  #attempts = WRITE_ATTEMPTS;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<LeasedConnection> {
    return new LeasedConnection(this.#connection);
  }

  async releaseConnection(): Promise<void> {}

  /** Takes the write lock at once, so that no statement of the transaction waits for it. */
  async beginTransaction(connection: LeasedConnection): Promise<void> {
    const attempts = this.#attempts;
    this.#attempts = 1;
    try {
      await whenFree(() => connection.begin(), attempts);
    } catch (error) {
      throw this.#connection.translate(error);
    }
    this.#attempts = WRITE_ATTEMPTS;
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

/** The writer, leased for one transaction; afterwards it refuses queries. */
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
    try {
      this.#connection.exec("commit");
    } catch (error) {
      throw this.#connection.translate(error);
    }
  }

  rollback(): void {
    this.#ended = true;
    // SQLite rolls back by itself on some errors, such as a full disk.
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
