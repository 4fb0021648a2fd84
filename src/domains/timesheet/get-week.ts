import { noticesOf } from "../../core/notices.ts";
import type { Context } from "../../db/context.ts";
import { addDays, mondayOf, weekdayName } from "../../shared/calendar.ts";
import type { Day } from "../../shared/time.ts";
import { runningNow } from "../timers/running-now.ts";
import { todayOf } from "./day-words.ts";
import { overlapsOf } from "./overlaps.ts";
import { shownEntry, total } from "./shown.ts";
import { leftOut, type TimeSheet, timeSheet } from "./time-sheet.ts";
import { customerTotals, projectTotals, secondsOf } from "./time-totals.ts";

/** The caller's week around a day, Monday to Sunday: totals by day, project and customer. */
export async function getWeek(context: Context, day: Day): Promise<object> {
  const [from, to] = [mondayOf(day), addDays(mondayOf(day), 6)];
  const sheet = await timeSheet(context, from, to);
  const { projects, more } = projectTotals(sheet.sums);
  return {
    week: { from, to, today: todayOf(context) },
    ...total(secondsOf(sheet.sums)),
    billable: total(secondsOf(sheet.sums.filter(({ billable }) => billable))),
    projects,
    customers: customerTotals(sheet.sums),
    days: daysOf(from).map((date) => dayOf(sheet, date)),
    days_without_time: daysWithout(sheet, from, todayOf(context)),
    running: await runningNow(context),
    overlaps: overlapsOf(sheet.entries, context.now),
    ...noticesOf([...leftOut(sheet, from, to), ...more]),
  };
}

function daysOf(monday: Day): readonly Day[] {
  return Array.from({ length: 7 }, (_, index) => addDays(monday, index));
}

function dayOf({ sums, entries }: TimeSheet, date: Day): object {
  return {
    date,
    weekday: weekdayName(date),
    ...total(secondsOf(sums.filter((sum) => sum.date === date))),
    entries: entries.filter((entry) => entry.date === date).map(shownEntry),
  };
}

/** Past days without time. */
function daysWithout({ sums }: TimeSheet, monday: Day, today: Day): readonly Day[] {
  const used = new Set(sums.map(({ date }) => date));
  return daysOf(monday).filter((date) => date < today && !used.has(date));
}
