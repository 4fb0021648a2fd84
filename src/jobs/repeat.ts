/** Delay of the first run, so that it does not slow the start down. */
const FIRST_MS = 60_000;

/**
 * Repeats the work, each run some time after the one before has ended. The work must not reject.
 * @returns a function that stops it, and resolves when a run under way has ended
 */
export function repeat(
  everyMs: number,
  work: () => Promise<void>,
  firstMs = FIRST_MS,
): () => Promise<void> {
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  let timer = setTimeout(begin, firstMs).unref();
  function begin(): void {
    running = run();
  }
  async function run(): Promise<void> {
    await work();
    if (!isStopped) timer = setTimeout(begin, everyMs).unref();
  }
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}
