import { millisecondsBetween } from "../../core/time.ts";
import { spoken } from "../../core/words.ts";
import type { Context } from "../../db/context.ts";
import { isOfToday, runningTimers } from "./running.ts";
import { shownEntry } from "./shown.ts";

const MOST = 20;

/** The caller's timers that run, the newest first, of whichever day. */
export async function runningNow(context: Context) {
  const timers = await runningTimers(context, context.actor.id, MOST);
  return timers.map((timer) => ({
    ...shownEntry(timer),
    date: timer.date,
    runs_for: spoken(Math.max(0, Math.floor(millisecondsBetween(timer.start, context.now) / 1000))),
    is_forgotten: !isOfToday(timer),
  }));
}
