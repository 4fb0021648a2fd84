import type { Logger } from "pino";
import { groundOf, type Sources } from "../db/context.ts";
import { collect } from "./collect.ts";

const EVERY_MS = 60 * 60_000;
/** Not at the very start, when the first calls come. */
const FIRST_MS = 60_000;

/**
 * Runs what a server does by itself. Each process does; what one has done leaves the others nothing.
 * @returns a function that stops it, once what is under way has ended
 */
export function startJobs(sources: Sources, log: Logger): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const once = async () => {
    const collected = await collect(groundOf(sources), (error) =>
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
