import type { Context } from "../../db/context.ts";
import { addDays } from "../../shared/calendar.ts";
import { todayOf } from "../team/today.ts";
import { type FindCross, findCrosses } from "./find-crosses.ts";
import { readSource } from "./rate-source.ts";
import { type Cross, MOST_DAYS_BACK } from "./rate.ts";

export type Latest = {
  /** Rates to convert a balance of today from a currency. */
  readonly crossOf: (currency: string) => Cross | null;
  /** True for rates that are too old for an amount of today. */
  readonly isOld: (cross: Cross) => boolean;
};

/**
 * Rates for what is worth something today: those of today, or else of the newest day that was loaded. An
 * amount of a day is never converted with these.
 */
export async function findLatest(context: Context, currencies: readonly string[]): Promise<Latest> {
  const { db, team } = context;
  const to = team.baseCurrency;
  if (currencies.every((currency) => currency === to))
    return { crossOf: () => null, isOld: () => false };
  const [today, { newest_day }] = await Promise.all([todayOf(context), readSource(db)]);
  const dates = newest_day === null || newest_day >= today ? [today] : [today, newest_day];
  const crossOn: FindCross = await findCrosses(
    context,
    to,
    dates.flatMap((date) => currencies.map((currency) => ({ date, currency }))),
  );
  return {
    crossOf: (currency) =>
      dates.map((date) => crossOn({ date, currency })).find((cross) => cross !== null) ?? null,
    isOld: ({ day }) => day < addDays(today, -MOST_DAYS_BACK),
  };
}
