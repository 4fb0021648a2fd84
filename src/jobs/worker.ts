import type { Logger } from "pino";
import { Cancelled, isPassing, Failure } from "../core/errors.ts";
import { baseContextOf, type BaseContext, type Sources } from "../db/context.ts";
import {
  releaseClaim,
  takeDue,
  type Claim,
  extendClaim,
  failClaim,
  finishClaim,
  type OfTeam,
} from "../db/outbox.ts";
import type { JobName } from "../db/schema/outbox.ts";
import { addMilliseconds, type Instant } from "../shared/time.ts";

const AT_ONCE = 4;
/** Finds what other processes have queued, what is due again, and claims that have run out. */
const POLL_MS = 5000;
/** A mail server has 10 seconds for a message without attachments. One with a PDF may be given back, and arrive twice. */
const PATIENCE_MS = 12_000;

type WorkerParts = RunParts & { readonly jobs: Jobs };

/** Takes jobs from the outbox and runs them, some at a time. Each process has one. */
export class Worker {
  readonly #parts: RunParts;
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

  start(): void {
    this.#timer = setInterval(this.wake, POLL_MS).unref();
    this.wake();
  }

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
    for (const { claim, leaving } of this.#running.keys())
      if (this.#jobs.get(claim.job)?.isLeftAtStop === true) leaving.abort(new Cancelled());
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
    const claim = await takeDue(baseContextOf(this.#parts), this.#attemptsOfFree());
    const job = claim === null ? undefined : this.#jobs.get(claim.job);
    if (claim === null || job === undefined) return false;
    const run: Run = { claim, isLost: false, leaving: new AbortController() };
    const ended = runClaim(this.#parts, job, run).finally(() => {
      this.#running.delete(run);
      this.wake();
    });
    this.#running.set(run, ended);
    return true;
  }

  /** Jobs of which one more may run. */
  #attemptsOfFree(): ReadonlyMap<JobName, number> {
    const running = Map.groupBy(this.#running.keys(), ({ claim }) => claim.job);
    const isFree = (name: JobName) =>
      (running.get(name)?.length ?? 0) < (this.#jobs.get(name)?.atOnce ?? AT_ONCE);
    return new Map([...this.#mostAttempts].filter(([name]) => isFree(name)));
  }

  async #giveBack(run: Run): Promise<void> {
    lose(run);
    try {
      await releaseClaim(baseContextOf(this.#parts), run.claim);
    } catch (error) {
      const { id, job } = run.claim;
      this.#parts.log.error({ err: error, id, job }, "a job was not given back at the stop");
    }
  }
}

type RunParts = Sources & { readonly log: Logger };

/** Four times a claim's length in which it can be extended. */
const EXTEND_EVERY_MS = 15_000;
const JITTER = 0.2;
/** Delay after a failure of the database that passes. */
const AWAY_MS = 30_000;

type Run = {
  readonly claim: Claim;
  /** Another worker may have it: its result is not written. */
  isLost: boolean;
  /** Aborted when the claim is lost, and when the server stops and does not wait for the job. */
  readonly leaving: AbortController;
};

function lose(run: Run): void {
  run.isLost = true;
  run.leaving.abort(new Cancelled());
}

/** Runs a claimed job, extends the claim meanwhile, and writes the result. Never rejects. */
async function runClaim(parts: RunParts, job: Job, run: Run): Promise<void> {
  const { claim } = run;
  const base = baseContextOf(parts, () => run.isLost);
  const timer = setInterval(() => void extend(parts, run), EXTEND_EVERY_MS).unref();
  let error: unknown = null;
  try {
    await job.run({ ...base, team: { id: claim.teamId } }, claim.subjectId, {
      count: claim.attempts,
      signal: run.leaving.signal,
      holds: async (context) => {
        const isHeld = await extendClaim(context, claim);
        if (!isHeld) lose(run);
        return isHeld;
      },
    });
  } catch (thrown) {
    error = thrown ?? new Error("a job threw nothing");
  } finally {
    clearInterval(timer);
  }
  if (run.isLost) return;
  try {
    const context = baseContextOf(parts);
    if (error === null) await finishClaim(context, claim);
    else if (run.leaving.signal.aborted) await releaseClaim(context, claim);
    else if (isPassing(error)) await releaseClaim(context, claim, later(context, AWAY_MS));
    else await fail(context, parts.log, { job, claim, error });
  } catch (problem) {
    parts.log.error(
      { err: problem, ...named(claim) },
      "the result of a job was not written; the job runs again when its claim is over",
    );
  }
}

async function extend(parts: RunParts, run: Run): Promise<void> {
  try {
    if (!(await extendClaim(baseContextOf(parts), run.claim))) lose(run);
  } catch (problem) {
    parts.log.error({ err: problem, ...named(run.claim) }, "the claim of a job was not extended");
  }
}

async function fail(
  context: BaseContext,
  log: Logger,
  { job, claim, error }: { job: Job; claim: Claim; error: unknown },
) {
  const isExpected = error instanceof Failure;
  const delayMs = isExpected && error.isFinal ? undefined : job.retriesMs[claim.attempts - 1];
  const retryAt = delayMs === undefined ? null : later(context, delayMs);
  const reason = isExpected
    ? error.message
    : `The server failed; its log has the reason under ${claim.id}.`;
  await failClaim(context, claim, { reason, retryAt });
  const about = isExpected ? { reason, detail: error.detail } : { err: error };
  const line = { ...named(claim), ...about, attempts: claim.attempts, retryAt };
  if (retryAt === null) log.error(line, "a job failed for good");
  else if (isExpected) log.warn(line, "a job failed and is tried again");
  else log.error(line, "a job failed and is tried again");
}

/** At random ± 20 %, so that what failed together is not repeated together. */
function later({ now, randomBytes }: BaseContext, delayMs: number): Instant {
  const random = Buffer.from(randomBytes(4)).readUInt32BE() / 2 ** 32;
  return addMilliseconds(now, Math.round(delayMs * (1 - JITTER + 2 * JITTER * random)));
}

function named({ id, job, subjectId }: Claim) {
  return { id, job, subjectId };
}

/** Background work that is repeated until it succeeds, at least once for each time it was asked for. */
export type Job = {
  readonly name: JobName;
  /** Delays before the second attempt, the third and so on. After the last the job is dead. */
  readonly retriesMs: readonly number[];
  /**
   * Does the work for one subject. It must hold that an earlier attempt may have done all or part of it.
   * `isCancelled` turns true when the claim is lost; transactions are then undone.
   * @throws Failure when the outside world fails it; anything else thrown is logged as a bug
   */
  readonly run: (context: OfTeam, subjectId: string, attempt: Attempt) => Promise<void>;
  /** Runs of it at a time in a process; fewer than of all jobs where it is slow work that others do not wait for. */
  readonly atOnce?: number;
  /** True for work whose `signal` ends it at the server's stop. It is given back, and the attempt does not count. */
  readonly isLeftAtStop?: boolean;
};

export type Attempt = {
  /** From 1 on. An attempt whose process ended without a word counts too. */
  readonly count: number;
  /** Aborted when the result would not be written: the claim is lost, or the server stops. */
  readonly signal: AbortSignal;
  /** Asked in a transaction, it keeps the claim until the end of that. False when another worker has it. */
  readonly holds: (context: BaseContext) => Promise<boolean>;
};

/** Null for a job that this server cannot do. A forgotten one is a type error. */
export type Jobs = { readonly [Name in JobName]: (Job & { readonly name: Name }) | null };
