import { setTimeout as sleep } from "node:timers/promises";
import { Refusal } from "../core/errors.ts";

/** Retry interval. A write gives up after another process has held the file for ten seconds. */
const WRITE_RETRY_MS = 20;
export const WRITE_ATTEMPTS = 500;
const SQLITE_BUSY = 5;

/** Runs work that needs a lock on the file; waits for another process's lock without blocking. */
export async function whenFree(run: () => void, attempts = WRITE_ATTEMPTS): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      run();
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (attempt === attempts) throw busy(error);
      await sleep(WRITE_RETRY_MS);
    }
  }
}

function busy(cause: unknown): Refusal {
  return new Refusal({
    code: "busy",
    message: "Another process is writing to the database; nothing was saved",
    next: "repeat the call in a few seconds",
    cause,
  });
}

/** SQLite's extended codes have the reason in their higher bits. */
export function isBusy(error: unknown): boolean {
  return (
    error instanceof Error && "errcode" in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY
  );
}
