import type { Logger } from "pino";
import { baseContextOf, type Sources } from "../db/context.ts";
import { clockDoubt, noteCollection } from "./clock-doubt.ts";
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
  const failed = (error: unknown) =>
    log.error({ err: error }, "rows that are over were not deleted; it is tried again in an hour");
  const doubtOf = clockDoubt(baseContextOf(sources).now);
  const once = async () => {
    const context = baseContextOf(sources);
    try {
      const doubt = await doubtOf(context);
      if (doubt?.isNew === true)
        log.warn(
          { now: context.now, known: doubt.known },
          "the clock is more than 7 days after everything in the database: nothing is deleted for 24 hours; correct the clock if it is wrong",
        );
      if (doubt !== null) return;
      const collected = await collect(context, failed);
      await noteCollection(context).catch(failed);
      log.debug({ collected }, "rows that were over are deleted");
    } catch (error) {
      failed(error);
    }
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
