import type { Context } from "../db/context.ts";
import { setTeamRate } from "../domains/rates/team-rates.ts";
import { addDays } from "../shared/calendar.ts";
import { type Day, dayIn } from "../shared/time.ts";
import { monthsBetween } from "./bookings.ts";
import { ago } from "./past.ts";
import { inWebApp } from "./web-app.ts";

/** Days of a month whose rate is used for those behind it, for a week at most. */
const DAYS = new Set([1, 11]);

const SET = "PUT /api/teams/:team/rates/own";

/** Invented rates of the dollar, as the team's own: those of the European Central Bank are loaded by an operator. */
export async function fillRates(mara: Context, first: Day): Promise<void> {
  const today = dayIn(mara.actor.timeZone, mara.now);
  for (let day = first, before = daysBetween(first, today); before >= 1; before -= 1) {
    if (DAYS.has(Number(day.slice(8))) || before === 1)
      await setTeamRate(inWebApp(ago(mara, before, 8 * 60 + 30), SET), {
        currency: "USD",
        day,
        rate: rateOf(monthsBetween(first, day), Number(day.slice(8))),
      });
    day = addDays(day, 1);
  }
}

/** A slow wave around 1.11 dollars for a euro. */
function rateOf(month: number, day: number): string {
  return (1.11 + 0.05 * Math.sin((month + day / 31) / 4)).toFixed(4);
}

function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}
