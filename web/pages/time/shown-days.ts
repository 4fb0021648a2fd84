import { addDays } from "../../../src/shared/calendar.ts";
import { isDay } from "../../dates.ts";
import { mondayOfWeek } from "./week/week-model.ts";

/** Day in the address of a page of time: a day, or the first of a week or of a range. */
export function shownDay({ day = "", week = "", from = "" }: Search): string | null {
  return [day, mondayOfWeek(week) ?? "", from].find(isDay) ?? null;
}

/** The route lists no more days at once. */
export const MOST_DAYS = 62;

const DAYS_OF_PAGE = 14;

/** Days after today that are shown with today's page. */
const DAYS_AHEAD = 31;

type Days = { readonly from: string; readonly to: string };
type Search = Readonly<Record<string, string | undefined>>;

/** Days in the address, or those until a day or today. */
export function shownDays({ day, from, to }: Search, today: string): Days {
  const given = givenRange(from, to);
  if (given !== null) return given;
  const last = day !== undefined && isDay(day) ? day : today;
  return {
    from: addDays(last, 1 - DAYS_OF_PAGE),
    to: last === today ? addDays(last, DAYS_AHEAD) : last,
  };
}

/** Range in the address; null unless it can be shown. */
export function givenRange(from: string | undefined, to: string | undefined): Days | null {
  if (from === undefined || to === undefined || !isDay(from) || !isDay(to)) return null;
  return from <= to && to < addDays(from, MOST_DAYS) ? { from, to } : null;
}
