import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { sql } from "kysely";
import { type Dialect, dialectOf } from "./dialect.ts";
import { migrate } from "./migrate.ts";
import type { Db } from "./schema.ts";

export type Database = {
  readonly dialect: Dialect;
  /** For queries outside a transaction. On SQLite it cannot write. */
  readonly reader: Db;
  /** Opens a transaction, and only that: whatever it is given to is done or undone as a whole. */
  readonly begin: Begin;
  readonly close: () => Promise<void>;
};

export type Begin = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

export type ConnectOptions = {
  /** Told when a connection that nobody uses is lost; the next query opens another. */
  readonly onIdleError: (error: Error) => void;
  /** Whether to bring the database up to date first. */
  readonly migrate?: boolean;
};

/**
 * Opens a database.
 * @param url `sqlite:path/to/file` or `postgres://…`
 * @throws Error when the database is from a newer version of Ledgerport.
 */
export async function connect(url: string, options: ConnectOptions): Promise<Database> {
  return url.startsWith("sqlite:")
    ? connectSqlite(url.slice("sqlite:".length), options)
    : connectPostgres(url, options);
}

async function connectSqlite(
  file: string,
  { migrate: update = true }: ConnectOptions,
): Promise<Database> {
  const { openSqliteReader, openSqliteWriter } = await import("./sqlite.ts");
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const writer = await openSqliteWriter(file);
  if (update) await migrateOrClose(writer);
  const reader = openSqliteReader(file);
  return {
    dialect: "sqlite",
    reader,
    begin: (work) => writer.transaction().execute(work),
    close: async () => {
      await reader.destroy();
      await writer.destroy();
    },
  };
}

async function connectPostgres(
  url: string,
  { migrate: update = true, onIdleError }: ConnectOptions,
): Promise<Database> {
  const { openPostgres } = await import("./postgres.ts");
  const pool = openPostgres(url, onIdleError);
  if (update) await migrateOrClose(pool);
  return {
    dialect: "postgres",
    reader: pool,
    begin: (work) => retried(() => pool.transaction().execute(work)),
    close: () => pool.destroy(),
  };
}

/** A database that cannot be used is not left open: it would keep the process from ending. */
async function migrateOrClose(db: Db): Promise<void> {
  try {
    await migrate(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

const ATTEMPTS = 5;
/** serialization_failure and deadlock_detected: PostgreSQL asks for the transaction to be run again. */
const RUN_AGAIN = new Set<unknown>(["40001", "40P01"]);

async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      const again = error instanceof Error && "code" in error && RUN_AGAIN.has(error.code);
      if (!again || attempt === ATTEMPTS) throw error;
    }
  }
}

/** Whether the database answers; why it does not goes to `report`. */
export async function answers(
  database: Database,
  report: (error: unknown) => void,
): Promise<boolean> {
  try {
    await sql`select 1`.execute(database.reader);
    return true;
  } catch (error) {
    report(error);
    return false;
  }
}

/**
 * Writes a consistent copy of a SQLite database to a file that must not exist yet, while the server
 * goes on working: a single read transaction, which no writer waits for or disturbs.
 * @throws Error on PostgreSQL, which has its own tools for that.
 */
export async function backUp(database: Database, file: string): Promise<void> {
  if (dialectOf(database.reader) !== "sqlite") {
    throw new Error("a PostgreSQL database is backed up with pg_dump");
  }
  await sql`vacuum into ${file}`.execute(database.reader);
}
