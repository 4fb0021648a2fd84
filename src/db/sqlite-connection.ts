import { once } from "node:events";
import { open, stat } from "node:fs/promises";
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import type { LogPages } from "./database-file.ts";
import { heldOutside, sqliteCodeOf, type Translate } from "./failures.ts";

const STATEMENTS_KEPT = 500;

export class SqliteConnection implements DatabaseConnection {
  readonly translate: Translate;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();
  readonly #dataVersion: StatementSync;
  #log: StatementSync | null = null;

  constructor(database: DatabaseSync, translate: Translate) {
    this.translate = translate;
    this.#database = database;
    this.#dataVersion = database.prepare("pragma data_version");
    this.#dataVersion.setReturnArrays(true);
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** Changes whenever another connection, of any process, commits (SQLite, PRAGMA data_version). */
  get dataVersion(): number {
    const row: unknown = this.#dataVersion.get();
    const version: unknown = Array.isArray(row) ? row[0] : undefined;
    if (typeof version !== "number") throw new TypeError("SQLite told no data_version");
    return version;
  }

  /** Asked outside a transaction. */
  get log(): LogPages {
    this.#log ??= this.#database.prepare("pragma wal_checkpoint(noop)");
    const { log: pages, checkpointed: copied } = this.#log.get() ?? {};
    if (typeof pages !== "number" || typeof copied !== "number")
      throw new TypeError("SQLite told no pages of its log");
    return { pages, copied };
  }

  /** A log that cannot be copied loses nothing and fails nothing. */
  copyLog(): void {
    try {
      this.exec("pragma wal_checkpoint(passive)");
    } catch {
      // Full disks and the like are told by what is written next.
    }
  }

  exec(statement: string): void {
    this.#database.exec(statement);
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      return this.#execute(query);
    } catch (error) {
      throw this.translate(error);
    }
  }

  #execute<Row>(query: CompiledQuery): QueryResult<Row> {
    const prepared = this.#prepare(query.sql);
    const { statement } = prepared;
    const parameters = query.parameters.map(toSqlite);
    if (prepared.columns.length === 0) {
      const { changes } = statement.run(...parameters);
      return { rows: [], numAffectedRows: BigInt(changes) };
    }
    const rows: Row[] = [];
    for (const values of statement.all(...parameters)) {
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

type Prepared = {
  readonly statement: StatementSync;
  readonly columns: readonly { readonly name: string; readonly convert: Convert | null }[];
};
type Convert = (value: unknown) => unknown;

const CONVERT: Readonly<Record<string, Convert>> = {
  BOOLEAN: (value) => (value === null ? null : value === 1),
  JSON: (value) => (typeof value === "string" ? parseJson(value) : value),
};

function parseJson(text: string): unknown {
  return JSON.parse(text);
}

function rowOf({ columns }: Prepared, values: unknown): Record<string, unknown> {
  if (!Array.isArray(values)) throw new TypeError("the statement was not set to return arrays");
  const row: Record<string, unknown> = {};
  let index = 0;
  for (const { name, convert } of columns) {
    row[name] = convert === null ? values[index] : convert(values[index]);
    index += 1;
  }
  return row;
}

function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === "string" || typeof value === "number" || value === null) return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`SQLite cannot take a parameter of type ${typeof value}`);
}

/** Retry interval. A write gives up after another process has held the file for ten seconds. */
const WRITE_RETRY_MS = 20;
export const WRITE_ATTEMPTS = 500;
const SQLITE_BUSY = 5;

/** Waits for another process's lock on the file without blocking. */
export async function whenFree(run: () => void, attempts = WRITE_ATTEMPTS): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      run();
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (attempt === attempts) throw heldOutside(error);
      await sleep(WRITE_RETRY_MS);
    }
  }
}

export function isBusy(error: unknown): boolean {
  return sqliteCodeOf(error) === SQLITE_BUSY;
}

/**
 * At this size the next transaction waits until the log is copied. SQLite begins a log anew only
 * when all of it is copied, so large transactions without a pause would let it grow for ever.
 */
const FULL_LOG_BYTES = 256 * 1024 * 1024;

/**
 * Flushes and copies a long write-ahead log. SQLite would do both while the event loop stands
 * still.
 */
export class SqliteLog {
  readonly #file: string;
  #copying: Promise<void> | null = null;

  constructor(file: string) {
    this.#file = file;
  }

  /** Flushes before the commit, which then has little left to flush. */
  async flush(): Promise<void> {
    const log = await open(`${this.#file}-wal`, "r+");
    try {
      await log.datasync();
    } finally {
      await log.close();
    }
  }

  get isCopying(): boolean {
    return this.#copying !== null;
  }

  /**
   * Copies the log into the database in a thread, and then calls `then`. A copy under way lacks the
   * last transactions, so the next one follows it.
   */
  copy(then: () => void = () => {}): void {
    const copying = (this.#copying ?? Promise.resolve())
      .then(() => this.#copy())
      .finally(() => {
        if (this.#copying === copying) this.#copying = null;
        then();
      });
    this.#copying = copying;
  }

  async room(): Promise<void> {
    if (this.#copying === null) return;
    const { size } = await stat(`${this.#file}-wal`);
    if (size > FULL_LOG_BYTES) await this.settled();
  }

  async settled(): Promise<void> {
    await this.#copying;
  }

  async #copy(): Promise<void> {
    const thread = new Worker(new URL("checkpoint-thread.ts", import.meta.url), {
      workerData: this.#file,
    });
    // A log that was not copied loses nothing: a later commit copies it.
    await once(thread, "exit").catch(() => {});
  }
}
