import { z } from "zod";
import { Refusal } from "../../core/errors.ts";
import { instant, text, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { transaction } from "../../db/transaction.ts";
import { millisecondsBetween } from "../../shared/time.ts";
import { described, lockPerson } from "../timesheet/add-entry.ts";
import { holdPersonOf } from "../timesheet/change-entry.ts";
import {
  getTime,
  lockEntry,
  requireProject,
  timeById,
  TrackedTime,
} from "../timesheet/tracked-time.ts";
import { Proposal, proposalFor } from "./proposal.ts";
import { isOfToday, type RunningTimer, runningTimers } from "./running.ts";
import { startTimer } from "./start-timer.ts";
import { stopTimer } from "./stop-timer.ts";

const Timer = TrackedTime.extend({
  start: z.string(),
  /** It runs since an earlier day, or for very long. */
  isDoubtful: z.boolean(),
  /** Time to stop a doubtful one at. */
  proposal: Proposal.nullable(),
});

export const OwnTimer = z.object({
  /** The timer of today. */
  running: Timer.nullable(),
  /** Timers that run since an earlier day, the newest first. */
  forgotten: z.array(Timer),
  now: z.string(),
});

export type OwnTimer = z.output<typeof OwnTimer>;

const MOST_FORGOTTEN = 5;
const DOUBTFUL_MS = 10 * 60 * 60_000;

/** The caller's running timers, of whatever day. */
export async function ownTimer(context: Context): Promise<OwnTimer> {
  const timers = await runningTimers(context, context.actor.id, MOST_FORGOTTEN + 1);
  const running = timers.find(isOfToday);
  const forgotten = timers.filter((timer) => !isOfToday(timer)).slice(0, MOST_FORGOTTEN);
  return {
    running: running === undefined ? null : await shownTimer(context, running),
    forgotten: await Promise.all(forgotten.map(async (timer) => shownTimer(context, timer))),
    now: context.now,
  };
}

async function shownTimer(context: Context, timer: RunningTimer) {
  const isLong = millisecondsBetween(timer.start, context.now) > DOUBTFUL_MS;
  const isDoubtful = isLong || !isOfToday(timer);
  return {
    ...(await timeById(context, timer.id)),
    start: timer.start,
    isDoubtful,
    proposal: isDoubtful ? await proposalFor(context, timer) : null,
  };
}

export const StartOwn = z.strictObject({
  project: uuid,
  description: text(2000).nullish(),
  start: instant.optional(),
});

export type StartOwn = z.output<typeof StartOwn>;

export const Started = z.object({
  timer: TrackedTime,
  /** The timer that was stopped for this one. */
  stopped: z.object({ project: z.string(), seconds: z.int(), isDiscarded: z.boolean() }).nullable(),
  event: uuid,
});

export type Started = z.output<typeof Started>;

/** Starts a timer of the caller; one that runs is stopped. */
export async function startOwn(context: Context, input: StartOwn): Promise<Started> {
  return transaction(context, async (context) => {
    const { project: project_id, description, start } = input;
    await lockPerson(context, undefined);
    await requireProject(context, project_id);
    const given = { project_id, description: described(description), start };
    const { id, stopped, event } = await startTimer(context, given);
    return {
      timer: await timeById(context, id),
      stopped:
        stopped === null
          ? null
          : {
              project: stopped.project.name,
              seconds: stopped.duration ?? 0,
              isDiscarded: stopped.discarded,
            },
      event,
    };
  });
}

export const ContinueEntry = z.strictObject({ id: uuid });

/**
 * Starts a timer of the caller with the project and description of an entry. Its person is not locked: two
 * admins who continue with each other's entries would wait for each other.
 */
export async function continueEntry(
  context: Context,
  { id }: z.output<typeof ContinueEntry>,
): Promise<Started> {
  return transaction(context, async (context) => {
    const { project, description } = await getTime(context, id);
    return startOwn(context, { project: project.id, description });
  });
}

export const StopOwn = z.strictObject({ id: uuid, stop: instant.optional() });

export const StoppedOwn = z.object({
  project: z.string(),
  seconds: z.int(),
  /** It ran for under a minute, so it was deleted. */
  isDiscarded: z.boolean(),
  event: uuid,
});

export type StoppedOwn = z.output<typeof StoppedOwn>;

/** Stops a timer, now or at a given moment. */
export async function stopOwn(
  context: Context,
  { id, stop }: z.output<typeof StopOwn>,
): Promise<StoppedOwn> {
  return transaction(context, async (context) => {
    await holdPersonOf(context, id);
    const entry = await lockEntry(context, id);
    if (entry.stop !== null || entry.start === null) throw runsNoLonger(id);
    const { project, duration, discarded, event } = await stopTimer(context, {
      entry_id: id,
      stop,
    });
    return { project: project.name, seconds: duration ?? 0, isDiscarded: discarded, event };
  });
}

function runsNoLonger(id: string): Refusal {
  return new Refusal({
    code: "already_stopped",
    message: `The timer ${id} does not run any more`,
    next: "it was stopped in another tab, by an assistant, or by hand",
  });
}
