import { DatabaseSync } from "node:sqlite";
import {
  type Dialect,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { Schema } from "./schema/schema.ts";
import { SqliteConnection } from "./sqlite-connection.ts";
import { ReaderDriver, WriterDriver } from "./sqlite-driver.ts";
import { whenFree } from "./sqlite-lock.ts";
import { SqliteLog } from "./sqlite-log.ts";
import type { Translate } from "./unavailable.ts";

/** `node:sqlite` blocks the event loop while it waits for a lock, so it hardly waits. */
const BUSY_TIMEOUT_MS = 1;

/** Size to which the write-ahead log shrinks after a large transaction. */
const LARGEST_WAL_BYTES = 64 * 1024 * 1024;

/**
 * Pages that a large transaction keeps in memory, instead of writing the same ones to the log again: those
 * that an import of 100,000 rows goes back to in the indexes of its amounts and keys.
 */
const WRITER_CACHE_KIB = 32 * 1024;

/** Opens a reading connection of its own, so that reads never see an open transaction. */
export function openSqliteReader(
  file: string,
  translate: Translate = asItIs,
): {
  readonly reader: Kysely<Schema>;
  readonly version: () => number;
} {
  const connection = new SqliteConnection(open(file, { readOnly: true }), translate);
  const dialect = sqliteDialect(new ReaderDriver(connection), new SharedAdapter());
  return { reader: new Kysely({ dialect }), version: () => connection.dataVersion };
}

type Writer = {
  readonly writer: Kysely<Schema>;
  /**
   * Keeps what a statement needs to undo itself in memory: SQLite would copy each page that a statement of
   * many rows changes to a file first. Not for a migration, whose statements may change whole tables.
   */
  readonly undoInMemory: () => void;
};

/** @param beforeCommit throws what keeps a transaction from being committed */
export async function openSqliteWriter(
  file: string,
  translate: Translate = asItIs,
  beforeCommit: () => void = () => {},
): Promise<Writer> {
  const database = open(file, { readOnly: false });
  await whenFree(() => database.exec("pragma journal_mode = wal"));
  database.exec("pragma synchronous = full");
  database.exec(`pragma cache_size = -${WRITER_CACHE_KIB}`);
  database.exec(`pragma journal_size_limit = ${LARGEST_WAL_BYTES}`);
  const connection = new SqliteConnection(database, translate);
  const driver = new WriterDriver(connection, new SqliteLog(file), beforeCommit);
  return {
    writer: new Kysely({ dialect: sqliteDialect(driver, new SqliteAdapter()) }),
    undoInMemory: () => database.exec("pragma temp_store = memory"),
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
