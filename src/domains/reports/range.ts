import { z } from "zod";
import { Refusal } from "../../core/errors.ts";
import { day } from "../../core/fields.ts";
import type { AuditContext } from "../../db/context.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import { addDays, daysBetween } from "../../shared/calendar.ts";
import type { Day } from "../../shared/time.ts";
import { todayOf } from "../team/today.ts";

const MOST_MONTHS = 120;

/** No books are older; ranges to compare with begin up to ten years before. */
const FIRST: Day = "1900-01-01";

/** The day after must be valid too. */
const LAST: Day = "9998-12-31";

const rangeDay = day.refine(
  (day) => day >= FIRST && day <= LAST,
  `must be from ${FIRST} to ${LAST}`,
);

export const Range = z.strictObject({ from: rangeDay, to: rangeDay });

/** Days, both counted. */
export type Range = z.output<typeof Range>;

/** A month, or those of its days that are in a range. */
export type Month = {
  /** `2026-11`. */
  readonly month: string;
  readonly from: Day;
  readonly to: Day;
  readonly isWhole: boolean;
  /** True for a part of a month, and for one that is not over yet. */
  readonly isPartial: boolean;
};

/**
 * Every month of a range, in order.
 * @throws Refusal for a range that ends before it begins, or that is too long
 */
export function monthsOf({ from, to }: Range, today: Day): readonly Month[] {
  requireRange({ from, to });
  const [first, last] = [from.slice(0, 7), to.slice(0, 7)];
  const months: Month[] = [];
  for (let month = first; month <= last; month = addMonths(month, 1)) {
    const [start, end] = [`${month}-01`, lastDayOf(month)];
    const isWhole = from <= start && to >= end;
    months.push({
      month,
      from: from > start ? from : start,
      to: to < end ? to : end,
      isWhole,
      isPartial: !isWhole || end >= today,
    });
  }
  return months;
}

/** A report of now, or of the end of a past day. */
export const AsOf = z.strictObject({ as_of: rangeDay.nullish() });

export type AsOf = z.output<typeof AsOf>;

/**
 * Day that a report is asked of: today without one. `past` is undefined for today.
 * @throws Refusal for a day after today
 */
export async function dayAsked(
  context: Pick<AuditContext, "db" | "team" | "now">,
  { as_of }: AsOf,
): Promise<{ readonly day: Day; readonly past: Day | undefined }> {
  const today = await todayOf(context);
  if (!as_of || as_of === today) return { day: today, past: undefined };
  if (as_of < today) return { day: as_of, past: as_of };
  throw new Refusal({
    code: "invalid_argument",
    path: "as_of",
    message: `as_of (${as_of}) is after today, ${today}`,
    next: "give an earlier day, or leave it out for today",
  });
}

function requireRange({ from, to }: Range): void {
  if (from > to)
    throw refused(`from (${from}) is after to (${to})`, "give the earlier day as from");
  if (isTooLong({ from, to }))
    throw refused(
      `The range is longer than ${MOST_MONTHS} months`,
      `ask for ${MOST_MONTHS} months at most`,
    );
}

function isTooLong({ from, to }: Range): boolean {
  const months = monthsBetween(from.slice(0, 7), to.slice(0, 7));
  return months > MOST_MONTHS || (months === MOST_MONTHS && from.slice(7) <= to.slice(7));
}

function refused(message: string, next: string): Refusal {
  return new Refusal({ code: "invalid_argument", path: "to", message, next });
}

export function addMonths(month: string, months: number): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  const all = year * 12 + number - 1 + months;
  return `${String(Math.floor(all / 12)).padStart(4, "0")}-${String((all % 12) + 1).padStart(2, "0")}`;
}

export function lastDayOf(month: string): Day {
  // Four more days than 28 are in the next month.
  return addDays(`${addDays(`${month}-28`, 4).slice(0, 7)}-01`, -1);
}

export const compare = z.enum(["previous", "year"]);

export type Compare = z.output<typeof compare>;

/**
 * The range to compare with: as many months or days right before, or the same days a year earlier. Of a range that
 * goes on it ends with the counterpart of today, so that like is compared with like.
 * @throws Refusal for a range that ends before it begins, or that is too long
 */
export function rangeBefore(range: Range, compare: Compare, today: Day): Range {
  requireRange(range);
  const earlier = compare === "year" ? yearBefore : shiftBefore(range);
  const last = compare === "year" ? yearBefore(range.to) : addDays(range.from, -1);
  const isGoingOn = range.from <= today && today < range.to;
  return cutToMost({ from: earlier(range.from), to: isGoingOn ? earlier(today) : last });
}

/** Moves days back by the length of the range: by months when it has whole ones, which may begin on any day. */
function shiftBefore({ from, to }: Range): (day: Day) => Day {
  const after = addDays(to, 1);
  if (after.slice(8) === from.slice(8)) {
    const months = monthsBetween(from.slice(0, 7), after.slice(0, 7));
    return (day) => monthsBefore(day, months);
  }
  const days = daysBetween(from, after);
  return (day) => addDays(day, -days);
}

/** The same day of an earlier month, or the last one of a month that lacks it. */
function monthsBefore(day: Day, months: number): Day {
  const month = addMonths(day.slice(0, 7), -months);
  const [same, last] = [`${month}${day.slice(7)}`, lastDayOf(month)];
  return same > last ? last : same;
}

/** The same number of days may be more than the most months, since months differ in length. */
function cutToMost({ from, to }: Range): Range {
  let first = from;
  while (isTooLong({ from: first, to })) first = addDays(first, 1);
  return { from: first, to };
}

/** The 29th of February has the 28th before it. The last day of a month stays one. */
function yearBefore(day: Day): Day {
  const before = monthsBefore(day, 12);
  return day === lastDayOf(day.slice(0, 7)) ? lastDayOf(before.slice(0, 7)) : before;
}

function monthsBetween(first: string, last: string): number {
  const [one, other] = [first, last].map((month) => {
    const [year = 0, number = 0] = month.split("-").map(Number);
    return year * 12 + number;
  });
  return (other ?? 0) - (one ?? 0);
}

/** Months before the current one that averages are made of. */
export const RECENT_MONTHS = 6;

export function recentMonths(today: Day): Range {
  const month = today.slice(0, 7);
  return {
    from: `${addMonths(month, -RECENT_MONTHS)}-01`,
    to: lastDayOf(addMonths(month, -1)),
  };
}

/** The first month of the books that has a transaction which counts; null for none. */
export async function firstMonth({
  db,
  team,
}: Pick<AuditContext, "db" | "team">): Promise<string | null> {
  const [first] = await findFirst(db, { team_id: team.id });
  return first?.month ?? null;
}

/** Says that the books begin after a range does, in no sentence where they do not. */
export function beforeBooks({ from }: Range, first: string | null): readonly string[] {
  if (first === null || from.slice(0, 7) >= first) return [];
  return [`The books begin in ${first}: no transaction before that month counts.`];
}

export const findFirst = preparedQuery((db, { slot }: Slots<{ readonly team_id: string }>) =>
  db
    .selectFrom("month_totals")
    .select("month")
    .where("team_id", "=", slot("team_id"))
    .where("standing", "=", "counted")
    .orderBy("month")
    .limit(1),
);
