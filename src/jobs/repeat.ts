/** Delay of the first run, so that it does not slow the start down. */
const FIRST_MS = 60_000;

/**
 * Repeats the work. A run that is due while another one goes on waits for it; more than one do not wait. The work must
 * not reject.
 * @returns a function that stops it, and resolves when a run under way has ended
 */
export function repeat(
  everyMs: number,
  work: () => Promise<void>,
  firstMs = FIRST_MS,
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let isDue = false;
  async function runAfter(last: Promise<void>): Promise<void> {
    await last;
    const isWanted = isDue;
    isDue = false;
    if (isWanted) await work();
  }
  const run = () => {
    if (!isDue) running = runAfter(running);
    isDue = true;
  };
  const first = setTimeout(run, firstMs).unref();
  const timer = setInterval(run, everyMs).unref();
  return async () => {
    clearTimeout(first);
    clearInterval(timer);
    isDue = false;
    await running;
  };
}
