import { closeSync, existsSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { sql } from "kysely";
import { Refusal } from "../core/errors.ts";
import type { Dialect } from "./dialect.ts";
import { makeFolder } from "./folder.ts";
import { migrate } from "./migrate.ts";
import type { Db } from "./schema/schema.ts";
import { unusable } from "./unusable.ts";

export type Database = {
  readonly dialect: Dialect;
  readonly migrated: readonly string[];
  /** For queries outside a transaction. Read-only on SQLite. */
  readonly reader: Db;
  /** Number that changes with every commit: by this process, or on SQLite by any. */
  readonly version: () => number;
  /** Runs work in a new transaction, which is committed or rolled back as a whole. */
  readonly begin: Begin;
  readonly close: () => Promise<void>;
};

export type Begin = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** "up to date" creates and migrates the database; "as it is" only reads an existing one. */
export type State = "as it is" | "up to date";

export type ConnectOptions = {
  /** Called when an idle connection is lost; the next query opens another. */
  readonly onIdleError: (error: Error) => void;
  readonly state?: State;
};

/**
 * @param url `sqlite:path/to/file` or `postgres://…`
 * @throws Refusal when it cannot be reached or is no database; Error when it is from a newer
 * version of Ledgerport.
 */
export async function connect(url: string, options: ConnectOptions): Promise<Database> {
  try {
    return await (url.startsWith("sqlite:")
      ? connectSqlite(url.slice("sqlite:".length), options)
      : connectPostgres(url, options));
  } catch (error) {
    throw unusable(url, error) ?? error;
  }
}

async function connectSqlite(
  file: string,
  { state = "up to date" }: ConnectOptions,
): Promise<Database> {
  const { openSqliteReader, openSqliteWriter } = await import("./sqlite.ts");
  if (state === "as it is") {
    requireFile(file);
    const { reader, version } = openSqliteReader(file);
    const close = () => reader.destroy();
    return { dialect: "sqlite", migrated: [], reader, version, begin: refuseToWrite, close };
  }
  createFile(file);
  const writer = await openSqliteWriter(file);
  const migrated = await prepared(writer, state);
  const { reader, version } = openSqliteReader(file);
  return {
    dialect: "sqlite",
    migrated,
    reader,
    version,
    begin: (work) => writer.transaction().execute(work),
    close: async () => {
      await reader.destroy();
      await writer.destroy();
    },
  };
}

async function refuseToWrite(): Promise<never> {
  throw new Error("the database was opened for reading only");
}

/** Creates an empty file that only its owner may read; SQLite gives its companions the same mode. */
function createFile(file: string): void {
  makeFolder(dirname(file));
  // An existing file must not be opened here: closing it would drop this process's locks on it.
  if (!existsSync(file)) closeSync(openSync(file, "a", 0o600));
}

function requireFile(file: string): void {
  if (existsSync(file)) return;
  throw new Refusal({
    code: "not_found",
    message: `There is no database at ${file}`,
    next: "check that DATABASE_URL names yours",
  });
}

async function connectPostgres(
  url: string,
  { state = "up to date", onIdleError }: ConnectOptions,
): Promise<Database> {
  const { openPostgres } = await import("./postgres.ts");
  // Two pools, so that calls waiting for row locks do not keep others from reading.
  const [reader, writer] = [openPostgres(url, onIdleError), openPostgres(url, onIdleError)];
  const migrated = await prepared(writer.db, state);
  let version = 0;
  return {
    dialect: "postgres",
    migrated,
    reader: reader.db,
    version: () => version,
    begin: async (work) => {
      try {
        return await retried(() => writer.begin(work));
      } finally {
        // A failed transaction may have been committed all the same.
        version += 1;
      }
    },
    close: async () => {
      await reader.db.destroy();
      await writer.db.destroy();
    },
  };
}

/** Closes an unusable database: left open, it would keep the process from ending. */
async function prepared(db: Db, state: State): Promise<readonly string[]> {
  try {
    return state === "up to date" ? await migrate(db) : [];
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

const ATTEMPTS = 5;
/** serialization_failure and deadlock_detected: PostgreSQL asks for a retry. */
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
