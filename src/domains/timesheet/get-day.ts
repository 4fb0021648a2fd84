import { noticesOf } from "../../core/notices.ts";
import type { Context } from "../../db/context.ts";
import { momentIn, addDays, shownIn, weekdayName } from "../../shared/calendar.ts";
import type { Day } from "../../shared/time.ts";
import { runningNow } from "../timers/running-now.ts";
import { todayOf } from "./day-words.ts";
import { overlapsOf } from "./overlaps.ts";
import { shownEntry, total } from "./shown.ts";
import { leftOut, timeSheet } from "./time-sheet.ts";
import { projectTotals, secondsOf } from "./time-totals.ts";

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
