import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { isBusy } from "./sqlite-lock.ts";
import type { Translate } from "./unavailable.ts";

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
  readonly #requireInPlace: () => void;
  #database: DatabaseSync | null = null;
  #isClosed = false;

  /** @param requireInPlace throws when what is written would be lost; opening would make a new file */
  constructor(file: string, translate: Translate, requireInPlace: () => void = () => {}) {
    this.#file = file;
    this.#translate = translate;
    this.#requireInPlace = requireInPlace;
  }

  /** Resolves too when another connection goes on writing: then writing works. */
  async tryWrite(): Promise<void> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      try {
        this.#write();
        return;
      } catch (error) {
        if (!isBusy(error)) throw this.#translate(error);
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
    this.#requireInPlace();
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
