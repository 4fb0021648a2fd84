import type { Prompt } from "../../core/prompt.ts";
import type { Context } from "../../db/context.ts";
import { logMyDay } from "./log-my-day.ts";
import { reviewMyWeek } from "./review-my-week.ts";

export const timesheetPrompts: readonly Prompt<Context>[] = [reviewMyWeek, logMyDay];
