import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Dialect,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
} from "kysely";
import { type DatabaseFile, heldBytesOf, type LogPages } from "./database-file.ts";
import { heldOutside, type Translate } from "./failures.ts";
import type { Schema } from "./schema/schema.ts";
import {
  SqliteConnection,
  whenFree,
  SqliteLog,
  WRITE_ATTEMPTS,
  isBusy,
} from "./sqlite-connection.ts";

/** `node:sqlite` blocks the event loop while it waits for a lock, so it hardly waits. */
const BUSY_TIMEOUT_MS = 1;

const LARGEST_WAL_BYTES = 64 * 1024 * 1024;

/**
 * Keeps changed pages in memory, so that a large transaction does not write the same ones to the
 * log again. Enough for the index pages that an import of 100,000 rows returns to.
 */
const WRITER_CACHE_KIB = 32 * 1024;

export function openSqliteReader(
  file: string,
  translate: Translate = asItIs,
): {
  readonly reader: Kysely<Schema>;
  readonly version: () => number;
  readonly log: () => LogPages | null;
  readonly close: () => Promise<void>;
} {
  const connection = new SqliteConnection(open(file, { readOnly: true }), translate);
  const dialect = sqliteDialect(new ReaderDriver(connection), new SharedAdapter());
  const reader = new Kysely<Schema>({ dialect });
  return {
    reader,
    version: () => connection.dataVersion,
    log: () => (TELLS_PAGES ? connection.log : null),
    // Kysely closes nothing that no query has used, and the log is asked without it.
    close: async () => {
      await reader.destroy();
      connection.close();
    },
  };
}

type Place = Pick<DatabaseFile, "requireInPlace" | "committed">;

type Writer = {
  readonly writer: Kysely<Schema>;
  /**
   * Keeps the undo of a statement in memory; SQLite would copy each changed page to a file first.
   * Not for a migration, whose statements may change whole tables.
   */
  readonly undoInMemory: () => void;
  readonly isCopying: () => boolean;
  /** True while a transaction waits for another process. */
  readonly isHeldOutside: () => boolean;
};

export async function openSqliteWriter(
  file: string,
  translate: Translate = asItIs,
  place: Place = { requireInPlace: async () => {}, committed: () => {} },
  onHeldLog: (bytes: number) => void = () => {},
): Promise<Writer> {
  const database = open(file, { readOnly: false });
  await whenFree(() => database.exec("pragma journal_mode = wal"));
  database.exec("pragma synchronous = full");
  database.exec(`pragma cache_size = -${WRITER_CACHE_KIB}`);
  database.exec(`pragma journal_size_limit = ${LARGEST_WAL_BYTES}`);
  const connection = new SqliteConnection(database, translate);
  const log = new SqliteLog(file);
  const driver = new WriterDriver(connection, log, place, onHeldLog);
  return {
    writer: new Kysely({ dialect: sqliteDialect(driver, new SqliteAdapter()) }),
    undoInMemory: () => database.exec("pragma temp_store = memory"),
    isCopying: () => log.isCopying,
    isHeldOutside: () => driver.isHeldOutside,
  };
}

function asItIs(error: unknown): unknown {
  return error;
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

/** A read ends before it returns, so readers need not queue for the connection. */
class SharedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** A transaction of so many rows prepares its commit, which then does not block for long. */
const LARGE_ROWS = 5000;

/** A log of so many pages is copied into the database by a thread, while calls go on. */
const LONG_LOG_PAGES = 4000;

/**
 * At so many pages the next transaction copies the last few itself. A log begins anew only when all
 * of it is copied, and calls go on writing to it while the thread copies.
 */
const OLD_LOG_PAGES = 8000;

/** Copied in some milliseconds. */
const FEW_PAGES = 1000;

/** At so many pages (64 MB) SQLite copies the log at a commit, when the thread does not keep up. */
const CHECKPOINT_PAGES = 16_000;

/** False before SQLite 3.51, which takes `noop` for `passive` and would copy the log (PRAGMA wal_checkpoint). */
const TELLS_PAGES = tellsPages(process.versions["sqlite"] ?? "");

/** At a commit; SQLite's own default where it does not tell how long its log is. */
const MOST_PAGES = TELLS_PAGES ? CHECKPOINT_PAGES : 1000;

function tellsPages(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 3 || (major === 3 && minor >= 51);
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

/** Kysely lends the one connection to one transaction after the other (`ConnectionMutex`). */
class WriterDriver implements Driver {
  readonly #connection: SqliteConnection;
  readonly #log: SqliteLog;
  readonly #place: Place;
  /** 1 after a transaction has waited in vain, so that queued ones do not wait again. */
  #attempts = WRITE_ATTEMPTS;
  #isHeldOutside = false;
  readonly #onHeldLog: (bytes: number) => void;
  /** Told last; 0 when nothing holds the log. */
  #heldBytes = 0;

  constructor(
    connection: SqliteConnection,
    log: SqliteLog,
    place: Place,
    onHeldLog: (bytes: number) => void,
  ) {
    this.#connection = connection;
    this.#log = log;
    this.#place = place;
    this.#onHeldLog = onHeldLog;
  }

  get isHeldOutside(): boolean {
    return this.#isHeldOutside;
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
    // Before the log is copied: into another file it would be lost.
    await this.#requireInPlace();
    const attempts = this.#attempts;
    this.#attempts = 1;
    try {
      this.#copyLongLog();
      await this.#log.room();
      this.#isHeldOutside = true;
      await whenFree(() => connection.begin(), attempts);
    } catch (error) {
      throw this.#connection.translate(error);
    } finally {
      this.#isHeldOutside = false;
    }
    this.#attempts = WRITE_ATTEMPTS;
  }

  /** Before a transaction and not after one, whose commit may not fail any more. */
  #copyLongLog(): void {
    if (this.#log.isCopying || !TELLS_PAGES) return;
    const log = this.#connection.log;
    this.#tellHeld(heldBytesOf(log) ?? 0);
    const { pages, copied } = log;
    const toCopy = pages - copied;
    const isOld = pages >= OLD_LOG_PAGES;
    if (isOld && toCopy <= FEW_PAGES) this.#connection.copyLog();
    else if (isOld || toCopy >= LONG_LOG_PAGES) this.#log.copy();
  }

  #tellHeld(bytes: number): void {
    if (bytes !== 0 && bytes < 2 * this.#heldBytes) return;
    this.#heldBytes = bytes;
    if (bytes !== 0) this.#onHeldLog(bytes);
  }

  async commitTransaction(connection: LeasedConnection): Promise<void> {
    await this.#requireInPlace();
    if (connection.rows >= LARGE_ROWS) await this.#commitLarge(connection);
    else connection.commit();
    this.#place.committed();
  }

  async #commitLarge(connection: LeasedConnection): Promise<void> {
    connection.end();
    await this.#log.flush();
    await this.#requireInPlace();
    this.#checkpointAt(0);
    connection.commit();
    this.#log.copy(() => this.#checkpointAt(MOST_PAGES));
  }

  async #requireInPlace(): Promise<void> {
    try {
      await this.#place.requireInPlace();
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

/** More than the cache of one page holds, so that pages go to the write-ahead log before the end. */
const BYTES = 64 * 1024;
const RETRY_MS = 20;
const ATTEMPTS = 50;

/**
 * Writes to the file and undoes it. The pages that it writes lie behind the end of the log, where the
 * next transaction overwrites them. It holds the lock of writers within one turn only, so that no
 * transaction of this process meets it.
 */
export class SqliteProbe {
  readonly #file: string;
  readonly #translate: Translate;
  readonly #requireInPlace: () => Promise<void>;
  #database: DatabaseSync | null = null;
  #isClosed = false;

  constructor(
    file: string,
    translate: Translate,
    requireInPlace: () => Promise<void> = async () => {},
  ) {
    this.#file = file;
    this.#translate = translate;
    this.#requireInPlace = requireInPlace;
  }

  /** @throws Refusal `busy` when another connection goes on writing, which says nothing of the disk */
  async tryWrite(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        if (this.#isClosed) throw new Error("the database is closed");
        await this.#requireInPlace();
        this.#write();
        return;
      } catch (error) {
        if (!isBusy(error)) throw this.#translate(error);
        if (attempt === ATTEMPTS) throw heldOutside(error);
      }
      await sleep(RETRY_MS);
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#database?.close();
  }

  #write(): void {
    if (this.#isClosed) throw new Error("the database is closed");
    const database = (this.#database ??= this.#open());
    database.exec("begin immediate");
    try {
      database.exec("create table writing_is_tried (bytes blob)");
      database.exec(`insert into writing_is_tried values (zeroblob(${BYTES}))`);
    } finally {
      // SQLite rolls back by itself on some errors, such as a full disk.
      if (database.isTransaction) database.exec("rollback");
    }
  }

  #open(): DatabaseSync {
    const database = new DatabaseSync(this.#file, { timeout: 1 });
    database.exec("pragma cache_size = 1");
    return database;
  }
}
