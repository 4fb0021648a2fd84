import type { Context } from "../../db/context.ts";
import { millisecondsBetween } from "../../shared/time.ts";
import { spoken } from "../../shared/words.ts";
import { shownEntry } from "../timesheet/shown.ts";
import { isOfToday, runningTimers } from "./running.ts";

const MOST = 20;

/** The caller's running timers of any day, newest first. */
export async function runningNow(context: Context) {
  const timers = await runningTimers(context, context.actor.id, MOST);
  return timers.map((timer) => ({
    ...shownEntry(timer),
    date: timer.date,
    runs_for: spoken(Math.max(0, Math.floor(millisecondsBetween(timer.start, context.now) / 1000))),
    is_forgotten: !isOfToday(timer),
  }));
}
