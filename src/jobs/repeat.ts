/** Delay of the first run, so that it does not slow the start down. */
const FIRST_MS = 60_000;

/**
 * Repeats the work, one run after the other. The work must not reject.
 * @returns a function that stops it, and resolves when a run under way has ended
 */
export function repeat(everyMs: number, work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const run = () => {
    running = running.then(work);
  };
  const first = setTimeout(run, FIRST_MS).unref();
  const timer = setInterval(run, everyMs).unref();
  return async () => {
    clearTimeout(first);
    clearInterval(timer);
    await running;
  };
}
