import { closeSync, existsSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { Refusal } from "../core/errors.ts";
import { DatabaseFile } from "./database-file.ts";
import type { Dialect } from "./dialect.ts";
import { makeFolder } from "./folder.ts";
import { leaveMarker, refuseEmptied, refuseLost } from "./marker.ts";
import { migrate } from "./migrate.ts";
import type { Limits } from "./postgres-pool.ts";
import type { Db } from "./schema/schema.ts";
import { Turns } from "./turns.ts";
import { translator } from "./unavailable.ts";
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
  /** Writes something and undoes it: fails when nothing can be written. */
  readonly tryWrite: () => Promise<void>;
  /** Waits for what is running, on PostgreSQL for 5 seconds at most. */
  readonly close: () => Promise<void>;
};

export type Begin = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** "up to date" creates and migrates the database; "as it is" only reads an existing one. */
export type State = "as it is" | "up to date";

type ConnectOptions = {
  /** Called when an idle connection is lost; the next query opens another. */
  readonly onIdleError: (error: Error) => void;
  /** Is told each failure that passes, such as a lost connection; the call is refused as `unavailable`. */
  readonly onFailure?: (error: Error) => void;
  readonly state?: State;
};

export type PostgresOptions = ConnectOptions & {
  /** Most connections to PostgreSQL, those for reads and those for writes together. */
  readonly connections?: number;
  readonly limits?: Partial<Limits>;
};

/**
 * @param url `sqlite:path/to/file` or `postgres://…`
 * @throws Refusal when it cannot be reached or is no database; Error when it is from a newer
 * version of Ledgerport.
 */
export async function connect(url: string, options: PostgresOptions): Promise<Database> {
  try {
    if (url.startsWith("sqlite:")) return await connectSqlite(url.slice("sqlite:".length), options);
    const { connectPostgres } = await import("./postgres-database.ts");
    return await connectPostgres(url, options);
  } catch (error) {
    throw unusable(url, error) ?? error;
  }
}

async function connectSqlite(
  file: string,
  { state = "up to date", onFailure = () => {} }: ConnectOptions,
): Promise<Database> {
  const [{ openSqliteReader, openSqliteWriter }, { SqliteProbe }] = await Promise.all([
    import("./sqlite.ts"),
    import("./sqlite-probe.ts"),
  ]);
  const translate = translator(onFailure);
  if (state === "as it is") {
    requireFile(file);
    const { reader, version } = openSqliteReader(file, translate);
    return {
      dialect: "sqlite",
      migrated: [],
      reader,
      version,
      begin: refuseToWrite,
      tryWrite: refuseToWrite,
      close: () => reader.destroy(),
    };
  }
  refuseLost(file);
  createFile(file);
  const place = new DatabaseFile(file);
  const { writer, undoInMemory } = await openSqliteWriter(file, translate, () =>
    place.requireInPlace(),
  );
  const migrated = await closedOnError(writer, async () => {
    await refuseEmptied(writer, file);
    return migrate(writer);
  });
  undoInMemory();
  leaveMarker(file);
  place.remember();
  const { reader, version } = openSqliteReader(file, translate);
  const probe = new SqliteProbe(file, translate, () => place.requireInPlace());
  const turns = new Turns();
  return {
    dialect: "sqlite",
    migrated,
    reader,
    version,
    begin: (work) => turns.take(() => writer.transaction().execute(work)),
    tryWrite: () => probe.tryWrite(),
    close: async () => {
      probe.close();
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

/** Closes an unusable database: left open, it would keep the process from ending. */
async function closedOnError<T>(db: Db, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
