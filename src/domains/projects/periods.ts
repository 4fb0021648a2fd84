import { addDays, mondayOf } from "../../shared/calendar.ts";
import type { Day } from "../../shared/time.ts";

/** A week or a month; at the ends of a range only its days in the range. */
export type Period = { readonly from: Day; readonly to: Day };

type Range = { readonly from: Day; readonly to: Day; readonly by: "week" | "month" };

/** Weeks or months of a range, the first one first. */
export function periodsOf({ from, to, by }: Range): readonly Period[] {
  const periods: Period[] = [];
  for (let begins = startOf(by, from); begins <= to;) {
    const next = startOf(by, addDays(begins, by === "week" ? 7 : 31));
    const last = addDays(next, -1);
    periods.push({ from: begins < from ? from : begins, to: last > to ? to : last });
    begins = next;
  }
  return periods;
}

function startOf(by: Range["by"], day: Day): Day {
  return by === "week" ? mondayOf(day) : `${day.slice(0, 7)}-01`;
}
