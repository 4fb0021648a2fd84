import { isPassing } from "../core/errors.ts";
import { baseContextOf } from "../db/context.ts";
import { releaseClaim, takeDue } from "../db/outbox.ts";
import type { JobName } from "../db/schema/outbox.ts";
import type { Job, Jobs } from "./job.ts";
import { type Run, runClaim, type RunParts } from "./run-claim.ts";

/** Jobs that one process runs at the same time. */
const AT_ONCE = 4;
/** Finds what other processes have queued, what is due again, and claims that have run out. */
const POLL_MS = 5000;
/** A mail server has 10 seconds for a message. */
const PATIENCE_MS = 12_000;

type WorkerParts = RunParts & { readonly jobs: Jobs };

/** Takes jobs from the outbox and runs them, some at a time. Each process has one. */
export class Worker {
  readonly #parts: RunParts;
  /** Jobs that this process can do, by name. */
  readonly #jobs: ReadonlyMap<JobName, Job>;
  readonly #mostAttempts: ReadonlyMap<JobName, number>;
  readonly #running = new Map<Run, Promise<void>>();
  #taking: Promise<void> | null = null;
  #isWoken = false;
  #isStopping = false;
  #timer: NodeJS.Timeout | null = null;

  constructor({ jobs, ...parts }: WorkerParts) {
    this.#parts = parts;
    const able = Object.values(jobs).filter((job) => job !== null);
    this.#jobs = new Map(able.map((job) => [job.name, job]));
    this.#mostAttempts = new Map(able.map(({ name, retriesMs }) => [name, retriesMs.length + 1]));
  }

  /** Takes what is due now, and polls from now on. */
  start(): void {
    this.#timer = setInterval(this.wake, POLL_MS).unref();
    this.wake();
  }

  /** Has the worker look for jobs that are due. */
  readonly wake = (): void => {
    this.#isWoken = true;
    if (this.#isStopping) return;
    this.#taking ??= this.#take().finally(() => {
      this.#taking = null;
      if (this.#isWoken) this.wake();
    });
  };

  /** Resolves when nothing runs and nothing is due. */
  async idle(): Promise<void> {
    while (this.#taking !== null || this.#running.size > 0)
      await Promise.all([this.#taking, ...this.#running.values()]);
  }

  /**
   * Takes no further jobs, waits for those under way, and gives back what is not done in time: the
   * next process runs it anew.
   */
  async stop({ patienceMs = PATIENCE_MS } = {}): Promise<void> {
    this.#isStopping = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#taking;
    const patience = Promise.withResolvers<null>();
    const timer = setTimeout(() => patience.resolve(null), patienceMs);
    await Promise.race([Promise.all(this.#running.values()), patience.promise]);
    clearTimeout(timer);
    for (const run of this.#running.keys()) await this.#giveBack(run);
  }

  async #take(): Promise<void> {
    try {
      // Woken while it looked: what was queued since may not have been seen.
      while (this.#isWoken) {
        this.#isWoken = false;
        while (!this.#isStopping && this.#running.size < AT_ONCE && (await this.#takeOne()));
      }
    } catch (error) {
      // The next poll looks again, and the database has told the log.
      if (isPassing(error)) return;
      this.#parts.log.error({ err: error }, "jobs were not taken; it is tried again in 5 seconds");
    }
  }

  async #takeOne(): Promise<boolean> {
    const claim = await takeDue(baseContextOf(this.#parts), this.#mostAttempts);
    const job = claim === null ? undefined : this.#jobs.get(claim.job);
    if (claim === null || job === undefined) return false;
    const run: Run = { claim, isLost: false };
    const ended = runClaim(this.#parts, job, run).finally(() => {
      this.#running.delete(run);
      this.wake();
    });
    this.#running.set(run, ended);
    return true;
  }

  async #giveBack(run: Run): Promise<void> {
    run.isLost = true;
    try {
      await releaseClaim(baseContextOf(this.#parts), run.claim);
    } catch (error) {
      const { id, job } = run.claim;
      this.#parts.log.error({ err: error, id, job }, "a job was not given back at the stop");
    }
  }
}
