import { z } from "zod";
import { endingKeys } from "../../accounts/ending-keys.ts";
import { seesAllCredentials } from "../../accounts/membership.ts";
import { countRefused } from "../../activity/count-refused.ts";
import type { Context } from "../../db/context.ts";
import { addDays, startOfDay } from "../../shared/calendar.ts";
import { addMilliseconds, dayIn, millisecondsBetween } from "../../shared/time.ts";
import { isOfToday, type RunningTimer, runningTimers } from "../timers/running.ts";

const MOST = 5;
const MOST_RUNNING = 100;
const MOST_REFUSED = 100;
const REFUSED_DAYS = 7;
const KEY_ENDS_WITHIN_MS = 14 * 24 * 60 * 60_000;
const TOO_LONG_MS = 10 * 60 * 60_000;

const Attention = z.discriminatedUnion("kind", [
  /** Deletions that keys or apps tried, since that day. `count` is at most 100. */
  z.object({ kind: z.literal("refused"), count: z.int(), since: z.string() }),
  /** A timer that runs for more than ten hours, or since an earlier day. */
  z.object({
    kind: z.literal("timer"),
    id: z.string(),
    project: z.string(),
    person: z.object({ id: z.string(), name: z.string(), isYou: z.boolean() }),
    date: z.string(),
    start: z.string(),
  }),
  /** A key of the reader, in use, that ends within two weeks. */
  z.object({ kind: z.literal("key"), id: z.string(), name: z.string(), endsAt: z.string() }),
]);

export const AttentionList = z.object({
  items: z.array(Attention),
  /** Number of further ones. */
  more: z.int(),
});

/** Things that do harm while nobody acts, the most harmful first. */
export async function findAttention(context: Context): Promise<z.output<typeof AttentionList>> {
  const all = [
    ...(await refusedDeletions(context)),
    ...(await runawayTimers(context)),
    ...(await keysThatEnd(context)),
  ];
  return { items: all.slice(0, MOST), more: Math.max(0, all.length - MOST) };
}

async function refusedDeletions(context: Context) {
  const { timeZone } = context.actor;
  const day = addDays(dayIn(timeZone, context.now), 1 - REFUSED_DAYS);
  const since = startOfDay(timeZone, day);
  const count = await countRefused(context, { since, most: MOST_REFUSED });
  return count === 0 ? [] : [{ kind: "refused", count, since: day } as const];
}

/** The reader's own; owners and admins see everybody's. The longest first. */
async function runawayTimers(context: Context) {
  const { actor } = context;
  const whose = seesAllCredentials(actor) ? undefined : actor.id;
  const timers = await runningTimers(context, whose, MOST_RUNNING);
  return timers
    .filter((timer) => isRunaway(context, timer))
    .toSorted((one, other) => (one.start < other.start ? -1 : 1))
    .map((timer) => ({
      kind: "timer" as const,
      id: timer.id,
      project: timer.project_name,
      person: {
        id: timer.assigned_id,
        name: timer.assigned_name,
        isYou: timer.assigned_id === actor.id,
      },
      date: timer.date,
      start: timer.start,
    }));
}

function isRunaway({ now }: Context, timer: RunningTimer): boolean {
  return !isOfToday(timer) || millisecondsBetween(timer.start, now) > TOO_LONG_MS;
}

async function keysThatEnd(context: Context) {
  const until = addMilliseconds(context.now, KEY_ENDS_WITHIN_MS);
  // One more than is shown, so that further ones are told of.
  const keys = await endingKeys(context, { until, most: MOST + 1 });
  return keys.map((key) => ({ kind: "key" as const, ...key }));
}
