import { closeSync, existsSync, openSync, statSync, writeFileSync, mkdirSync } from "node:fs";
import { dirname, basename } from "node:path";
import { sql } from "kysely";
import { Refusal } from "../core/errors.ts";
import { DatabaseFile, heldBytesOf } from "./database-file.ts";
import type { Dialect } from "./dialect.ts";
import { heldOutside, translator } from "./failures.ts";
import { migrate } from "./migrate.ts";
import type { Limits } from "./postgres-pool.ts";
import type { Db } from "./schema/schema.ts";
import { unusable } from "./unusable.ts";

export type Database = {
  readonly dialect: Dialect;
  readonly migrated: readonly string[];
  /** For queries outside a transaction. Read-only on SQLite. */
  readonly reader: Db;
  /** Number that changes with every commit: by this process, or on SQLite by any. */
  readonly version: () => number;
  readonly begin: Begin;
  /** @throws Refusal `busy` when others hold the database, so that nothing was tried */
  readonly tryWrite: () => Promise<void>;
  /** Bytes of SQLite's write-ahead log when it is long and a reader keeps it from beginning anew. */
  readonly heldLog: () => number | null;
  /** Waits for what is running, on PostgreSQL for 5 seconds at most. */
  readonly close: () => Promise<void>;
};

export type Begin = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

export type State = "as it is" | "up to date";

type ConnectOptions = {
  readonly onIdleError: (error: Error) => void;
  readonly onFailure?: (error: Error) => void;
  /** Hears when `heldLog` is no longer null, and each time when it has doubled. */
  readonly onHeldLog?: (bytes: number) => void;
  readonly state?: State;
};

export type PostgresOptions = ConnectOptions & {
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
    const { connectPostgres } = await import("./postgres.ts");
    return await connectPostgres(url, options);
  } catch (error) {
    throw unusable(url, error) ?? error;
  }
}

async function connectSqlite(
  file: string,
  { state = "up to date", onFailure = () => {}, onHeldLog = () => {} }: ConnectOptions,
): Promise<Database> {
  const { openSqliteReader, openSqliteWriter, SqliteProbe } = await import("./sqlite.ts");
  const place = new DatabaseFile(file);
  const told = translator(onFailure);
  const translate = (error: unknown) => told(place.noteDamage(error));
  if (state === "as it is") {
    requireFile(file);
    const { reader, version, log, close } = openSqliteReader(file, translate);
    return {
      dialect: "sqlite",
      migrated: [],
      reader,
      version,
      begin: refuseToWrite,
      tryWrite: refuseToWrite,
      heldLog: () => heldBytesOf(log()),
      close,
    };
  }
  refuseLost(file);
  createFile(file);
  const { writer, undoInMemory, isCopying, isHeldOutside } = await openSqliteWriter(
    file,
    translate,
    place,
    onHeldLog,
  );
  const migrated = await closedOnError(writer, async () => {
    await refuseEmptied(writer, file);
    return migrate(writer);
  });
  undoInMemory();
  leaveMarker(file);
  const { reader, version, log, close } = openSqliteReader(file, translate);
  place.remember({ log, isCopying });
  const probe = new SqliteProbe(file, translate, () => place.requireInPlace());
  const turns = new Turns({ isHeldOutside });
  return {
    dialect: "sqlite",
    migrated,
    reader,
    version,
    begin: (work) => turns.take(() => writer.transaction().execute(work)),
    tryWrite: () => probe.tryWrite(),
    heldLog: () => heldBytesOf(log()),
    close: async () => {
      probe.close();
      place.forget();
      await close();
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

/** Left open, an unusable database would keep the process from ending. */
async function closedOnError<T>(db: Db, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

const PATIENCE_MS = 10_000;

/** Lets one transaction of this process after the other have SQLite's writer, in their order. */
export class Turns {
  readonly #patienceMs: number;
  readonly #isHeldOutside: () => boolean;
  readonly #waiting = new Set<() => void>();
  #isTaken = false;

  /** @param options `isHeldOutside` is true while the one whose turn it is waits for another process */
  constructor({
    patienceMs = PATIENCE_MS,
    isHeldOutside = (): boolean => false,
  }: { readonly patienceMs?: number; readonly isHeldOutside?: () => boolean } = {}) {
    this.#patienceMs = patienceMs;
    this.#isHeldOutside = isHeldOutside;
  }

  /** @throws Refusal `busy` when its turn does not come in time, and nothing was run */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isTaken) await this.#turn();
    this.#isTaken = true;
    try {
      return await work();
    } finally {
      this.#giveOn();
    }
  }

  async #turn(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const start = () => resolve(undefined);
    const timer = setTimeout(() => {
      this.#waiting.delete(start);
      reject(this.#isHeldOutside() ? heldOutside() : busy());
    }, this.#patienceMs);
    this.#waiting.add(start);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Starts the next one. The writer stays taken, so that no other overtakes it. */
  #giveOn(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#isTaken = false;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}

function busy(): Refusal {
  return new Refusal({
    code: "busy",
    message: "Other changes are being written to the database; nothing was saved",
    next: "repeat the call in a few seconds",
  });
}

/** The marker is a file beside a SQLite database. It says that the database was made. */

function markerOf(file: string): string {
  return `${file}.made`;
}

export function leaveMarker(file: string): void {
  const marker = markerOf(file);
  if (existsSync(marker)) return;
  const name = basename(file);
  const text = `Ledgerport made the database ${name} in this folder. While this file is here, Ledgerport does not begin an empty database in its place: bring ${name} back with "admin restore", or remove this file to begin anew.\n`;
  writeFileSync(marker, text, { mode: 0o600 });
}

function refuseLost(file: string): void {
  if (!existsSync(markerOf(file))) return;
  if (!existsSync(file) || statSync(file).size === 0) throw lost(file);
}

/** Like `refuseLost`, for a file without tables: SQLite had them in a log that is gone. */
async function refuseEmptied(db: Db, file: string): Promise<void> {
  if (!existsSync(markerOf(file))) return;
  const { rows } = await db
    .transaction()
    .execute((db) => sql`select 1 from sqlite_schema limit 1`.execute(db));
  if (rows.length === 0) throw lost(file);
}

function lost(file: string): Refusal {
  return new Refusal({
    code: "not_found",
    path: "DATABASE_URL",
    message: `The database ${file} is gone or empty, and ${markerOf(file)} says that there was one`,
    next: "bring it back with the command admin restore, or remove that file to begin an empty one",
  });
}

/**
 * Makes a folder that only its owner may read, with those above it. Node's own recursion never ends
 * below `/proc`, and hides that a disk is read-only.
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  }
}
