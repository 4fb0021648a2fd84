import { once } from "node:events";
import { open, stat } from "node:fs/promises";
import { Worker } from "node:worker_threads";

/**
 * Size from which on the next transaction waits until the log is copied. SQLite begins a log anew only
 * when all of it is copied, so that large transactions without a pause would let it grow for ever.
 */
const FULL_LOG_BYTES = 256 * 1024 * 1024;

/**
 * The write-ahead log when it is long. SQLite would flush it, and copy it into the database, while the
 * event loop stands still.
 */
export class SqliteLog {
  readonly #file: string;
  #copying: Promise<void> | null = null;

  constructor(file: string) {
    this.#file = file;
  }

  /** Flushes what the transaction has written so far, so that its commit has little left to flush. */
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
   * Copies the log into the database in a thread of its own, and calls `then` in the end. It waits for a copy
   * under way, which does not have the last transactions.
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

  /** Waits for the copy under way when the log is full. */
  async room(): Promise<void> {
    if (this.#copying === null) return;
    const { size } = await stat(`${this.#file}-wal`);
    if (size > FULL_LOG_BYTES) await this.settled();
  }

  /** Resolves when no copy is under way. */
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
