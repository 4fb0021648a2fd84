import type { Logger } from "pino";
import { baseContextOf, type Sources } from "../db/context.ts";
import { collect } from "./collect.ts";

const EVERY_MS = 60 * 60_000;
/** Delay of the first run, so that it does not slow the start down. */
const FIRST_MS = 60_000;

/**
 * Runs background jobs. Every process runs them; rows that one has processed are gone for the others.
 * @returns a function that stops the jobs, and resolves when the running one has ended
 */
export function startJobs(sources: Sources, log: Logger): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const once = async () => {
    const collected = await collect(baseContextOf(sources), (error) =>
      log.error(
        { err: error },
        "rows that are over were not deleted; it is tried again in an hour",
      ),
    );
    log.debug({ collected }, "rows that were over are deleted");
  };
  const run = () => {
    running = running.then(once);
  };
  const first = setTimeout(run, FIRST_MS).unref();
  const timer = setInterval(run, EVERY_MS).unref();
  return async () => {
    clearTimeout(first);
    clearInterval(timer);
    await running;
  };
}
