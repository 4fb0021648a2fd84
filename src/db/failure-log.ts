import type { Logger } from "pino";
import { kindOfFailure } from "./unavailable.ts";

const EVERY_MS = 60_000;

/**
 * Logs a failure of the database with its stack when its kind is new, and then one line a minute with
 * the count. A kind that has not been met for a minute is new again.
 */
export class FailureLog {
  readonly #log: Logger;
  readonly #everyMs: number;
  readonly #counts = new Map<string, number>();

  constructor(log: Logger, { everyMs = EVERY_MS } = {}) {
    this.#log = log;
    this.#everyMs = everyMs;
  }

  readonly note = (error: Error): void => {
    const kind = kindOfFailure(error);
    const count = this.#counts.get(kind);
    this.#counts.set(kind, (count ?? -1) + 1);
    if (count !== undefined) return;
    this.#log.error(
      { err: error, kind },
      "the database was not available; further failures of this kind are counted",
    );
    const timer = setInterval(() => {
      if (!this.#tell(kind)) clearInterval(timer);
    }, this.#everyMs).unref();
  };

  /** @returns false when the kind has not been met again, and is forgotten */
  #tell(kind: string): boolean {
    const count = this.#counts.get(kind) ?? 0;
    if (count === 0) {
      this.#counts.delete(kind);
      return false;
    }
    this.#counts.set(kind, 0);
    this.#log.error({ kind, count }, "the database was not available");
    return true;
  }
}
