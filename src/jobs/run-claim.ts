import type { Logger } from "pino";
import { isPassing, Failure } from "../core/errors.ts";
import { type BaseContext, baseContextOf, type Sources } from "../db/context.ts";
import { type Claim, extendClaim, failClaim, finishClaim, releaseClaim } from "../db/outbox.ts";
import { addMilliseconds, type Instant } from "../shared/time.ts";
import type { Job } from "./job.ts";

export type RunParts = Sources & { readonly log: Logger };

/** Four times a claim's length in which it can be extended. */
const EXTEND_EVERY_MS = 15_000;
const JITTER = 0.2;
/** Delay after a failure of the database that passes. It has its own line in the log. */
const AWAY_MS = 30_000;

/** A claim under way in this process. */
export type Run = {
  readonly claim: Claim;
  /** Another worker may have it: its result is not written. */
  isLost: boolean;
};

/** Runs a claimed job, extends the claim meanwhile, and writes the result. Never rejects. */
export async function runClaim(parts: RunParts, job: Job, run: Run): Promise<void> {
  const { claim } = run;
  const base = baseContextOf(parts, () => run.isLost);
  const timer = setInterval(() => void extend(parts, run), EXTEND_EVERY_MS).unref();
  let error: unknown = null;
  try {
    await job.run({ ...base, team: { id: claim.teamId } }, claim.subjectId);
  } catch (thrown) {
    error = thrown ?? new Error("a job threw nothing");
  } finally {
    clearInterval(timer);
  }
  if (run.isLost) return;
  try {
    const context = baseContextOf(parts);
    if (error === null) await finishClaim(context, claim);
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
    if (!(await extendClaim(baseContextOf(parts), run.claim))) run.isLost = true;
  } catch (problem) {
    parts.log.error({ err: problem, ...named(run.claim) }, "the claim of a job was not extended");
  }
}

type Failed = { readonly job: Job; readonly claim: Claim; readonly error: unknown };

async function fail(context: BaseContext, log: Logger, { job, claim, error }: Failed) {
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

/** Spread, so that what failed together is not repeated together. */
function later({ now, randomBytes }: BaseContext, delayMs: number): Instant {
  const random = Buffer.from(randomBytes(4)).readUInt32BE() / 2 ** 32;
  return addMilliseconds(now, Math.round(delayMs * (1 - JITTER + 2 * JITTER * random)));
}

function named({ id, job, subjectId }: Claim) {
  return { id, job, subjectId };
}
