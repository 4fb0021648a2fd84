import { z } from "zod";
import { parseArguments } from "../../core/arguments.ts";
import { jsonContents, type Resource } from "../../core/resource.ts";
import type { Context } from "../../db/context.ts";
import {
  calendarDay,
  calendarMonth,
  recentDays,
  recentMonths,
  recentWeeks,
  todayOf,
} from "./day-words.ts";
import { getDay } from "./get-day.ts";
import { getWeek } from "./get-week.ts";
import { getTeamMonth } from "./team-month.ts";

const MIME_TYPE = "application/json";

export const todayResource: Resource<Context> = {
  uri: "ledgerport://tracker/today",
  name: "today",
  title: "My time today",
  tier: "read",
  description:
    "Your tracked time of today: entries, totals by project, and the timer that runs. Totals leave running timers out.",
  mimeType: MIME_TYPE,
  read: async (context) => jsonContents(context, await getDay(context, todayOf(context))),
};

const Day = z.strictObject({ day: calendarDay });

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
    jsonContents(context, await getDay(context, parseArguments(Day, variables).day)),
};

const Week = z.strictObject({ week: calendarDay });

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
    jsonContents(context, await getWeek(context, parseArguments(Week, variables).week)),
};

const Month = z.strictObject({ month: calendarMonth });

export const teamMonthResource: Resource<Context> = {
  uri: "ledgerport://tracker/months/{month}",
  name: "team_month",
  title: "Time of the team in a month",
  tier: "read",
  description:
    "Everybody's tracked time of a month, given as YYYY-MM: by person, project and day, with sums by project and customer. Single entries are left out.",
  mimeType: MIME_TYPE,
  completions: { month: recentMonths },
  read: async (context, variables) =>
    jsonContents(context, await getTeamMonth(context, parseArguments(Month, variables).month)),
};
