import { z } from "zod";
import { attach, DATA_IS_DATA, definePrompt, say } from "../../core/prompt.ts";
import type { Context } from "../../db/context.ts";
import { addDays, weekdayName } from "../../shared/calendar.ts";
import type { Day } from "../../shared/time.ts";
import { recentWeeks, todayOf, weekMeant, weekWord } from "./day-words.ts";
import { weekResource } from "./time-resources.ts";

const Input = z.strictObject({
  week: weekWord
    .optional()
    .describe("a day in the week as YYYY-MM-DD, or last week; this week when left out"),
});

export const reviewMyWeek = definePrompt<Context, typeof Input>({
  name: "review_my_week",
  title: "Review my week",
  tier: "read",
  description:
    "Reviews your tracked time of a week: totals by project, customer and day, gaps, odd entries, forgotten timers, and what to fix.",
  input: Input,
  completions: { week: recentWeeks },
  messages: async (context, input) => {
    const monday = weekMeant(context, input.week);
    return [
      say(request(monday, todayOf(context))),
      await attach(context, weekResource, { week: monday }),
    ];
  },
});

function request(monday: Day, today: Day): string {
  const sunday = addDays(monday, 6);
  const isOver = today > sunday ? "" : ` Today is ${weekdayName(today)} ${today}.`;
  return `Review my tracked time from Monday ${monday} to Sunday ${sunday}.${isOver}

The JSON that follows has it by project, customer and day. ${DATA_IS_DATA} Durations are in seconds, and total says the same in hours and minutes; none counts a timer that still runs. Times are those of my clock.

Tell me:
1. The sum of the week and how much of it is billable; then a table of the projects, with their customers, by day.
2. What looks odd: workdays without time, gaps within a day, entries that overlap, are very long or very short, or say nothing of the work, and timers that still run or were forgotten.
3. What to fix, the most important first: which entry (day, start, project), what is wrong with it, and how. Say which of it your tools can do; the rest is for me.

Change nothing before I have said what. Where the data is silent, ask instead of guessing.`;
}
