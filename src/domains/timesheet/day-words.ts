import { z } from "zod";
import { day } from "../../core/fields.ts";
import type { Completion } from "../../core/resource.ts";
import type { Context } from "../../db/context.ts";
import { addDays, mondayOf } from "../../shared/calendar.ts";
import { type Day, dayIn } from "../../shared/time.ts";

/** Days as people type them, in the caller's time zone. */

/** From the first Monday on, so that each day's week begins on a valid day. */
export const dayArgument = day.refine(
  (value) => value >= "1970-01-05" && value < "9999",
  "must be between 1970-01-05 and 9998-12-31",
);

export const dayWord = typed("today", "yesterday");

export const weekWord = typed("this", "this week", "last", "last week");

function typed(...words: readonly string[]) {
  const meant = z.union([z.enum(words), dayArgument]);
  return z.string().trim().toLowerCase().pipe(meant);
}

export function actorsToday({ actor, now }: Context): Day {
  return dayIn(actor.timeZone, now);
}

export function dayMeant(context: Context, word: z.output<typeof dayWord> = "today"): Day {
  if (word === "today") return actorsToday(context);
  return word === "yesterday" ? addDays(actorsToday(context), -1) : word;
}

/** @returns the Monday of the week */
export function weekMeant(context: Context, word: z.output<typeof weekWord> = "this week"): Day {
  if (word.startsWith("this")) return mondayOf(actorsToday(context));
  return mondayOf(word.startsWith("last") ? addDays(actorsToday(context), -7) : word);
}

export const recentDays: Completion<Context> = async (context, typed) =>
  beginning(typed, 31, (index) => addDays(actorsToday(context), -index));

/** Mondays of the last weeks, this week's first. */
export const recentWeeks: Completion<Context> = async (context, typed) =>
  beginning(typed, 26, (index) => addDays(mondayOf(actorsToday(context)), -7 * index));

export const calendarMonth = z
  .string()
  .trim()
  .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, { error: "must be a month such as 2026-11", abort: true })
  .refine((value) => value >= "1970-02" && value < "9998", "must be between 1970-02 and 9997-12");

export const completeMonth: Completion<Context> = async (context, typed) => {
  const [year = 0, month = 0] = actorsToday(context).split("-").map(Number);
  return Array.from({ length: 24 }, (_, index) =>
    new Date(Date.UTC(year, month - 1 - index, 1)).toISOString().slice(0, 7),
  ).filter((known) => known.startsWith(typed.trim()));
};

function beginning(typed: string, length: number, dayAt: (index: number) => Day): readonly Day[] {
  const days = Array.from({ length }, (_, index) => dayAt(index));
  return days.filter((day) => day.startsWith(typed.trim()));
}
