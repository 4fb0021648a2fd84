import { z } from "zod";
import { day } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import type { Day } from "../../shared/time.ts";
import { baseAmount } from "./base-amount.ts";
import { EURO_MEMBERS } from "./euro-members.ts";
import { type Dated, findCrosses } from "./find-crosses.ts";
import { type Cross, EURO } from "./rate.ts";

/** Origin of a rate: the European Central Bank, the team by hand, or the law of the euro. */
const Source = z.enum(["ecb", "own", "fixed"]);

export const Exchange = z.object({
  /** Day of the rates. */
  day,
  /** Units for 1 EUR of each of the two currencies that is not the euro, the amount's first. */
  rates: z.array(z.object({ currency: z.string(), rate: z.string(), source: Source })),
  /** False while the stored amount is of earlier rates, or has to be computed yet. */
  is_settled: z.boolean(),
});

export type Exchange = z.output<typeof Exchange>;

type Converted = Dated & {
  readonly amount_minor: number;
  readonly base_minor: number | null;
  readonly rate_day: Day | null;
};

/** Tells the rates that an amount is converted with; null without any, and for the team's own currency. */
export async function findExchange(
  context: Context,
  amount: Converted,
): Promise<z.input<typeof Exchange> | null> {
  const { date, currency, amount_minor, base_minor, rate_day } = amount;
  const to = context.team.baseCurrency;
  if (currency === to) return null;
  const cross = (await findCrosses(context, to, [amount]))({ date, currency });
  if (cross === null) return null;
  const base = baseAmount(amount_minor, currency, to, cross);
  return {
    day: cross.day,
    rates: await sourcesOf(context, cross, [
      { currency, rate: cross.from },
      { currency: to, rate: cross.to },
    ]),
    is_settled: base !== null && base === base_minor && cross.day === rate_day,
  };
}

type Rated = { readonly currency: string; readonly rate: string };

/** A team's own rate comes before a fixed one, and that before the ECB's, as in `findCrosses`. */
async function sourcesOf({ db, team }: Context, { day }: Cross, both: readonly Rated[]) {
  const rates = both.filter(({ currency }) => currency !== EURO);
  const own = await db
    .selectFrom("team_rates")
    .select("currency")
    .where("team_id", "=", team.id)
    .where("day", "=", day)
    .where(
      "currency",
      "in",
      rates.map(({ currency }) => currency),
    )
    .execute();
  const ofTeam = new Set(own.map(({ currency }) => currency));
  return rates.map(({ currency, rate }) => {
    const fixed = EURO_MEMBERS.get(currency);
    const isFixed = fixed !== undefined && day >= fixed.from;
    const source = ofTeam.has(currency) ? "own" : isFixed ? "fixed" : "ecb";
    return { currency, rate, source } as const;
  });
}
