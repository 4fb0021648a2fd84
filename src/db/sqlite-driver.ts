import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely";
import type { SqliteConnection } from "./sqlite-connection.ts";
import { whenFree, WRITE_ATTEMPTS } from "./sqlite-lock.ts";
import type { SqliteLog } from "./sqlite-log.ts";

/** Rows of a transaction from which on its commit is prepared, so that it does not block for long. */
const LARGE_ROWS = 5000;

/** Pages in the log from which on a thread copies it into the database, while calls go on. */
const LONG_LOG_PAGES = 4000;

/**
 * Pages of a log from which on the next transaction copies the last few itself. A log begins anew only when all
 * of it is copied, and calls go on writing to it while the thread copies.
 */
const OLD_LOG_PAGES = 8000;

/** Pages that are copied in some milliseconds. */
const FEW_PAGES = 1000;

/** Pages from which on SQLite copies the log at a commit, when the thread does not keep up: 64 MB. */
const CHECKPOINT_PAGES = 16_000;

/** False before SQLite 3.51, which takes `noop` for `passive` and would copy the log (PRAGMA wal_checkpoint). */
const TELLS_PAGES = tellsPages(process.versions["sqlite"] ?? "");

/** At a commit; SQLite's own default where it does not tell how long its log is. */
const MOST_PAGES = TELLS_PAGES ? CHECKPOINT_PAGES : 1000;

function tellsPages(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 3 || (major === 3 && minor >= 51);
}

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
  readonly #log: SqliteLog;
  readonly #beforeCommit: () => void;
  /** 1 when the last transaction has waited in vain: queued transactions then do not wait again. */
  #attempts = WRITE_ATTEMPTS;

  /** @param beforeCommit throws when what is committed would be lost */
  constructor(connection: SqliteConnection, log: SqliteLog, beforeCommit: () => void) {
    this.#connection = connection;
    this.#log = log;
    this.#beforeCommit = beforeCommit;
  }

  async init(): Promise<void> {
    this.#checkpointAt(MOST_PAGES);
  }

  async acquireConnection(): Promise<LeasedConnection> {
    return new LeasedConnection(this.#connection);
  }

  async releaseConnection(): Promise<void> {}

  /** Takes the write lock at once, so that no statement of the transaction waits for it. */
  async beginTransaction(connection: LeasedConnection): Promise<void> {
    const attempts = this.#attempts;
    this.#attempts = 1;
    try {
      this.#copyLongLog();
      await this.#log.room();
      await whenFree(() => connection.begin(), attempts);
    } catch (error) {
      throw this.#connection.translate(error);
    }
    this.#attempts = WRITE_ATTEMPTS;
  }

  /** Before a transaction and not after one, whose commit may not fail any more. */
  #copyLongLog(): void {
    if (this.#log.isCopying || !TELLS_PAGES) return;
    const { pages, toCopy } = this.#connection.log;
    const isOld = pages >= OLD_LOG_PAGES;
    if (isOld && toCopy <= FEW_PAGES) this.#connection.copyLog();
    else if (isOld || toCopy >= LONG_LOG_PAGES) this.#log.copy();
  }

  async commitTransaction(connection: LeasedConnection): Promise<void> {
    this.#requireInPlace();
    if (connection.rows >= LARGE_ROWS) await this.#commitLarge(connection);
    else connection.commit();
  }

  async #commitLarge(connection: LeasedConnection): Promise<void> {
    connection.end();
    await this.#log.flush();
    this.#requireInPlace();
    this.#checkpointAt(0);
    connection.commit();
    this.#log.copy(() => this.#checkpointAt(MOST_PAGES));
  }

  #requireInPlace(): void {
    try {
      this.#beforeCommit();
    } catch (error) {
      throw this.#connection.translate(error);
    }
  }

  /** @param pages 0 leaves the log to the thread that copies it */
  #checkpointAt(pages: number): void {
    this.#connection.exec(`pragma wal_autocheckpoint = ${pages}`);
  }

  async rollbackTransaction(connection: LeasedConnection): Promise<void> {
    connection.rollback();
  }

  async destroy(): Promise<void> {
    await this.#log.settled();
    this.#connection.close();
  }
}

/** The writer, leased for one transaction; afterwards it refuses queries. */
class LeasedConnection implements DatabaseConnection {
  readonly #connection: SqliteConnection;
  /** Rows that were read or written. */
  #rows = 0;
  #ended = false;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  get rows(): number {
    return this.#rows;
  }

  begin(): void {
    this.#connection.exec("begin immediate");
  }

  /** Refuses queries from now on. */
  end(): void {
    this.#ended = true;
  }

  commit(): void {
    this.end();
    try {
      this.#connection.exec("commit");
    } catch (error) {
      throw this.#connection.translate(error);
    }
  }

  rollback(): void {
    this.end();
    // SQLite rolls back by itself on some errors, such as a full disk.
    if (this.#connection.isInTransaction) this.#connection.exec("rollback");
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#ended || !this.#connection.isInTransaction) {
      throw new Error("a query was sent after its transaction had ended");
    }
    const result = await this.#connection.executeQuery<Row>(query);
    this.#rows += Number(result.numAffectedRows);
    return result;
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    return this.#connection.streamQuery<Row>();
  }
}
