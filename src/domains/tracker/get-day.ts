import { momentIn, addDays, shownIn, weekdayName } from "../../core/calendar.ts";
import { noticesOf } from "../../core/notices.ts";
import type { Day } from "../../core/time.ts";
import type { Context } from "../../db/context.ts";
import { todayOf } from "./day-words.ts";
import { overlapsOf } from "./overlaps.ts";
import { runningNow } from "./running-now.ts";
import { shownEntry, total } from "./shown.ts";
import { leftOut, timeSheet } from "./time-sheet.ts";
import { projectTotals, secondsOf } from "./time-totals.ts";

/** The caller's time of a day: the entries, what they come to, and what runs. */
export async function getDay(context: Context, day: Day): Promise<object> {
  const { timeZone } = context.actor;
  const sheet = await timeSheet(context, day, day);
  const { projects, more } = projectTotals(sheet.sums);
  return {
    day,
    is_today: day === todayOf(context),
    weekday: weekdayName(day),
    begins: shownIn(timeZone, momentIn(timeZone, day, 0)),
    ends: shownIn(timeZone, momentIn(timeZone, addDays(day, 1), 0)),
    ...total(secondsOf(sheet.sums)),
    projects: projects.map(({ by_day: _day, ...project }) => project),
    entries: sheet.entries.map(shownEntry),
    running: await runningNow(context),
    overlaps: overlapsOf(sheet.entries, context.now),
    ...noticesOf([...leftOut(sheet, day, day), ...more]),
  };
}
