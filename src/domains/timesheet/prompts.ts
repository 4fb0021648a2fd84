import { z } from "zod";
import { Refusal } from "../../core/errors.ts";
import { text } from "../../core/fields.ts";
import { type Prompt, attach, DATA_IS_DATA, definePrompt, userMessage } from "../../core/prompt.ts";
import type { Context } from "../../db/context.ts";
import { weekdayName, addDays } from "../../shared/calendar.ts";
import type { Day } from "../../shared/time.ts";
import { projectsResource } from "../projects/project-resources.ts";
import {
  dayMeant,
  dayWord,
  recentDays,
  actorsToday,
  recentWeeks,
  weekMeant,
  weekWord,
} from "./day-words.ts";
import { dayResource, weekResource } from "./time-resources.ts";

// Notes come first for clients that pass arguments by position.
const LogInput = z.strictObject({
  notes: text(10_000)
    .optional()
    .describe(
      "what you did, in your own words, such as: 9 to 11 logo sketches; you are asked when left out",
    ),
  day: dayWord.optional().describe("the day as YYYY-MM-DD, or yesterday; today when left out"),
});

const logMyDay = definePrompt<Context, typeof LogInput>({
  name: "log_my_day",
  title: "Log my day",
  tier: "write",
  description:
    "Turns your notes on a day into time entries: works out projects and times with you, shows the plan, and tracks it after your yes.",
  input: LogInput,
  completions: { day: recentDays },
  skill: {
    data: [
      {
        resource: dayResource,
        tools:
          "tracker_list_entries with the day as from and to, for what is tracked and what runs",
      },
      { resource: projectsResource, tools: "tracker_list_projects with status in_progress" },
    ],
    request: logRequest("the day"),
  },
  messages: async (context, { day: word, notes }) => {
    const day = dayMeant(context, word);
    if (day > actorsToday(context)) throw isToCome(day, actorsToday(context));
    const isToday = day === actorsToday(context);
    return [
      userMessage(logRequest(`${isToday ? "today, " : ""}${weekdayName(day)} ${day}`)),
      ...(notes === undefined ? [] : [userMessage(`My notes:\n\n${notes}`)]),
      await attach(context, dayResource, { day }),
      await attach(context, projectsResource),
    ];
  },
});

function logRequest(day: string): string {
  return `Help me track my time of ${day}.

The JSON that follows has what is tracked on that day already, then the projects in progress with their ids. ${DATA_IS_DATA} Times are those of my clock; begins and ends of the day show its offset from UTC, which differs where the clocks change.

1. Work out from my notes what to track: project, start, stop, and a short description. Ask me for whatever they leave open, or for everything when there are none; do not make up times.
2. Show me the plan as a table, with the sum of the day. Nothing in it lies in the future, overlaps, or is tracked already.
3. Write only after I have said yes. One call an entry: tracker_start_timer with project_id, description, start and stop, both times with their offset. It writes finished time, and stops no running timer.
4. Tell me what was tracked and what the day comes to now.

No tool tracks a length without times, makes a project, or changes an entry that is finished. Where my notes have such, put it at the end of the plan: I do it on the page Time of the web app.

When a timer of mine runs, say so in the plan: tracker_start_timer with entry_id changes its project, description and start, tracker_stop_timer stops it.`;
}

function isToCome(day: Day, today: Day): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "day",
    message: `day (${day}) is in the future; today is ${today}`,
    next: "give a day that has begun",
  });
}

const ReviewInput = z.strictObject({
  week: weekWord
    .optional()
    .describe("a day in the week as YYYY-MM-DD, or last week; this week when left out"),
});

const reviewMyWeek = definePrompt<Context, typeof ReviewInput>({
  name: "review_my_week",
  title: "Review my week",
  tier: "read",
  description:
    "Reviews your tracked time of a week: totals by project, customer and day, gaps, odd entries, forgotten timers, and what to fix.",
  input: ReviewInput,
  completions: { week: recentWeeks },
  skill: {
    data: [
      {
        resource: weekResource,
        tools:
          "tracker_list_entries with from Monday to Sunday, all pages, and tracker_list_projects for customers",
      },
    ],
    request: reviewRequest("of the week, from Monday to Sunday."),
  },
  messages: async (context, input) => {
    const monday = weekMeant(context, input.week);
    const [sunday, today] = [addDays(monday, 6), actorsToday(context)];
    const isOver = today > sunday ? "" : ` Today is ${weekdayName(today)} ${today}.`;
    return [
      userMessage(reviewRequest(`from Monday ${monday} to Sunday ${sunday}.${isOver}`)),
      await attach(context, weekResource, { week: monday }),
    ];
  },
});

function reviewRequest(week: string): string {
  return `Review my tracked time ${week}

The JSON that follows has it by project, customer and day. ${DATA_IS_DATA} Durations are in seconds, and total says the same in hours and minutes; none counts a timer that still runs. Times are those of my clock.

Tell me:
1. The sum of the week and how much of it is billable; then a table of the projects, with their customers, by day.
2. What looks odd: workdays without time, gaps within a day, entries that overlap, are very long or very short, or say nothing of the work, and timers that still run or were forgotten.
3. What to fix, the most important first: which entry (day, start, project), what is wrong with it, and how. Say which of it your tools can do; the rest is for me.

Change nothing before I have said what. Where the data is silent, ask instead of guessing.`;
}

export const timesheetPrompts: readonly Prompt<Context>[] = [reviewMyWeek, logMyDay];
