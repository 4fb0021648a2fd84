import { isDay } from "../../dates.ts";
import { mondayOfWeek } from "./week/week-model.ts";

type Search = Readonly<Record<string, string | undefined>>;

/** Day that the address of a page of time names: a day, or the first of a week or of a range. */
export function shownDay({ day = "", week = "", from = "" }: Search): string | null {
  const found = [day, mondayOfWeek(week) ?? "", from].find(isDay);
  return found ?? null;
}
