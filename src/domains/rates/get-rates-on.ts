import { z } from "zod";
import { day } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { addDays } from "../../shared/calendar.ts";
import { EURO_MEMBERS } from "./euro-members.ts";
import { findCrosses } from "./find-crosses.ts";
import { EURO, MOST_DAYS_BACK } from "./rate.ts";

export const RatesOn = z.strictObject({ day });

export const RatesOfDay = z.object({
  /** The team's currency, to which amounts are converted. */
  currency: z.string(),
  /** Rates that an amount of that day is converted with: units for 1 EUR on `day`. */
  items: z.array(z.object({ currency: z.string(), day, rate: z.string(), own_rate: z.string() })),
});

/** Rates of all currencies that an amount of a day could be converted from. */
export async function getRatesOn(
  context: Context,
  { day: date }: z.output<typeof RatesOn>,
): Promise<z.output<typeof RatesOfDay>> {
  const to = context.team.baseCurrency;
  const known = await currenciesNear(context, date);
  const amounts = known
    .filter((currency) => currency !== to)
    .map((currency) => ({ date, currency }));
  const crossOf = await findCrosses(context, to, amounts);
  const items = amounts.flatMap((amount) => {
    const cross = crossOf(amount);
    if (cross === null) return [];
    return [{ currency: amount.currency, day: cross.day, rate: cross.from, own_rate: cross.to }];
  });
  return { currency: to, items };
}

async function currenciesNear({ db, team }: Context, date: string): Promise<readonly string[]> {
  const from = addDays(date, -MOST_DAYS_BACK);
  const [loaded, own] = await Promise.all([
    db
      .selectFrom("exchange_rates")
      .select("currency")
      .distinct()
      .where("day", ">=", from)
      .where("day", "<=", date)
      .execute(),
    db
      .selectFrom("team_rates")
      .select("currency")
      .distinct()
      .where("team_id", "=", team.id)
      .where("day", ">=", from)
      .where("day", "<=", date)
      .execute(),
  ]);
  const named = [...loaded, ...own].map(({ currency }) => currency);
  return [...new Set([EURO, ...EURO_MEMBERS.keys(), ...named])].toSorted();
}
