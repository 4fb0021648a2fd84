import { setTimeout as sleep } from "node:timers/promises";
import { Refusal } from "../core/errors.ts";

/** Another process may hold the file for ten seconds before a write gives up. */
const WRITE_RETRY_MS = 20;
export const WRITE_ATTEMPTS = 500;
const SQLITE_BUSY = 5;

/** Runs what needs a lock on the file; while another process has it, waits without blocking this one. */
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

/** SQLite's codes tell more in their higher bits: why it is busy. */
function isBusy(error: unknown): boolean {
  return (
    error instanceof Error && "errcode" in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY
  );
}
