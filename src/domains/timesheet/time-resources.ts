import { z } from "zod";
import { parseArguments } from "../../core/arguments.ts";
import { noticesOf } from "../../core/fields.ts";
import { jsonContents, type Resource } from "../../core/resource.ts";
import type { Context } from "../../db/context.ts";
import { addDays, momentIn, mondayOf, shownIn, weekdayName } from "../../shared/calendar.ts";
import { type Day, millisecondsBetween } from "../../shared/time.ts";
import { spoken } from "../../shared/words.ts";
import { isOfToday, runningTimers } from "../timers/running.ts";
import {
  actorsToday,
  calendarMonth,
  completeMonth,
  dayArgument,
  recentDays,
  recentWeeks,
} from "./day-words.ts";
import { shownEntry, total } from "./entry.ts";
import { overlapsOf } from "./list-time.ts";
import { getTeamMonth } from "./team-month.ts";
import {
  customerTotals,
  leftOut,
  projectTotals,
  secondsOf,
  timeSheet,
  type TimeSheet,
} from "./time-sheet.ts";
import { weekOf } from "./week.ts";

const MIME_TYPE = "application/json";

export const todayResource: Resource<Context> = {
  uri: "ledgerport://tracker/today",
  name: "today",
  title: "My time today",
  tier: "read",
  description:
    "Your tracked time of today: entries, totals by project, and the timer that runs. Totals leave running timers out.",
  mimeType: MIME_TYPE,
  read: async (context) => jsonContents(context, await getDay(context, actorsToday(context))),
};

const DayInput = z.strictObject({ day: dayArgument });

export const dayResource: Resource<Context> = {
  uri: "ledgerport://tracker/days/{day}",
  name: "day",
  title: "My time of a day",
  tier: "read",
  description:
    "Your tracked time of a day, given as YYYY-MM-DD: entries, totals by project, overlaps, and timers that run now.",
  mimeType: MIME_TYPE,
  completions: { day: recentDays },
  read: async (context, variables) =>
    jsonContents(context, await getDay(context, parseArguments(DayInput, variables).day)),
};

const WeekInput = z.strictObject({ week: dayArgument });

export const weekResource: Resource<Context> = {
  uri: "ledgerport://tracker/weeks/{week}",
  name: "week",
  title: "My time of a week",
  tier: "read",
  description:
    "Your tracked time from Monday to Sunday of the week that a day, given as YYYY-MM-DD, is in: by day, project and customer.",
  mimeType: MIME_TYPE,
  completions: { week: recentWeeks },
  read: async (context, variables) =>
    jsonContents(context, await getWeek(context, parseArguments(WeekInput, variables).week)),
};

const MonthInput = z.strictObject({ month: calendarMonth });

export const teamMonthResource: Resource<Context> = {
  uri: "ledgerport://tracker/months/{month}",
  name: "team_month",
  title: "Time of the team in a month",
  tier: "read",
  description:
    "Everybody's tracked time of a month, given as YYYY-MM: by person, project and day, with sums by project and customer. Single entries are left out.",
  mimeType: MIME_TYPE,
  completions: { month: completeMonth },
  read: async (context, variables) =>
    jsonContents(context, await getTeamMonth(context, parseArguments(MonthInput, variables).month)),
};

async function getDay(context: Context, day: Day): Promise<object> {
  const { timeZone } = context.actor;
  const sheet = await timeSheet(context, day, day);
  const { projects, more } = projectTotals(sheet.sums);
  return {
    day,
    is_today: day === actorsToday(context),
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

async function getWeek(context: Context, day: Day): Promise<object> {
  const [from, to] = [mondayOf(day), addDays(mondayOf(day), 6)];
  const sheet = await timeSheet(context, from, to);
  const { projects, more } = projectTotals(sheet.sums);
  return {
    week: { from, to, today: actorsToday(context) },
    ...total(secondsOf(sheet.sums)),
    billable: total(secondsOf(sheet.sums.filter(({ billable }) => billable))),
    projects,
    customers: customerTotals(sheet.sums),
    days: weekOf(from).map((date) => dayOf(sheet, date)),
    days_without_time: daysWithout(sheet, from, actorsToday(context)),
    running: await runningNow(context),
    overlaps: overlapsOf(sheet.entries, context.now),
    ...noticesOf([...leftOut(sheet, from, to), ...more]),
  };
}

function dayOf({ sums, entries }: TimeSheet, date: Day): object {
  return {
    date,
    weekday: weekdayName(date),
    ...total(secondsOf(sums.filter((sum) => sum.date === date))),
    entries: entries.filter((entry) => entry.date === date).map(shownEntry),
  };
}

function daysWithout({ sums }: TimeSheet, monday: Day, today: Day): readonly Day[] {
  const used = new Set(sums.map(({ date }) => date));
  return weekOf(monday).filter((date) => date < today && !used.has(date));
}

const MOST_RUNNING = 20;

async function runningNow(context: Context) {
  const timers = await runningTimers(context, context.actor.id, MOST_RUNNING);
  return timers.map((timer) => ({
    ...shownEntry(timer),
    date: timer.date,
    runs_for: spoken(Math.max(0, Math.floor(millisecondsBetween(timer.start, context.now) / 1000))),
    is_forgotten: !isOfToday(timer),
  }));
}
