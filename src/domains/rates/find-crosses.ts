import type { BaseContext } from "../../db/context.ts";
import { addDays } from "../../shared/calendar.ts";
import type { Day } from "../../shared/time.ts";
import { EURO_MEMBERS } from "./euro-members.ts";
import { keepSource } from "./rate-source.ts";
import { type Cross, EURO, FIRST_DAY, MOST_DAYS_BACK, type Rate } from "./rate.ts";

/** `begin` is null in a transaction, as in every context. */
export type RatesContext = Pick<BaseContext, "db"> & {
  readonly begin?: BaseContext["begin"];
  readonly team: { readonly id: string };
};

export type Dated = { readonly date: Day; readonly currency: string };

/** Tells the rates to convert an amount with; null where there are none. */
export type FindCross = (amount: Dated) => Cross | null;

/**
 * Rates to convert many amounts to one currency, with a few queries in all. An amount gets those of the
 * newest day up to its own on which both currencies have one, and of no day before `MOST_DAYS_BACK`. In a
 * transaction, no rates are loaded until its end, so that none is missed by what is written.
 */
export async function findCrosses(
  context: RatesContext,
  to: string,
  amounts: readonly Dated[],
): Promise<FindCross> {
  const foreign = amounts.filter(({ date, currency }) => currency !== to && date >= FIRST_DAY);
  const dates = foreign.map(({ date }) => date).toSorted();
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return () => null;
  const currencies = [...new Set([to, ...foreign.map(({ currency }) => currency)])];
  const from = later(addDays(first, -MOST_DAYS_BACK), FIRST_DAY);
  const rateOf = await readRates(context, currencies.toSorted(), from, last);
  const known = new Map<string, Cross | null>();
  return ({ date, currency }) => {
    if (currency === to || date < FIRST_DAY) return null;
    const name = `${date} ${currency}`;
    const cross = known.get(name) ?? newestOf(rateOf, date, currency, to);
    known.set(name, cross);
    return cross;
  };
}

type RateOf = (currency: string, day: Day) => Rate | undefined;

function newestOf(rateOf: RateOf, date: Day, currency: string, to: string): Cross | null {
  for (let back = 0; back <= MOST_DAYS_BACK; back += 1) {
    const day = addDays(date, -back);
    const [one, other] = [rateOf(currency, day), rateOf(to, day)];
    if (one !== undefined && other !== undefined) return { day, from: one, to: other };
  }
  return null;
}

/** A team's own rate comes before the fixed one, and that before the ECB's. */
async function readRates(
  context: RatesContext,
  currencies: readonly string[],
  from: Day,
  to: Day,
): Promise<RateOf> {
  const { db, begin, team } = context;
  if (begin === null) await keepSource(db);
  const [loaded, own] = await Promise.all([
    findRates(context, currencies, from, to),
    db
      .selectFrom("team_rates")
      .select(["currency", "day", "rate"])
      .where("team_id", "=", team.id)
      .where("currency", "in", currencies)
      .where("day", ">=", from)
      .where("day", "<=", to)
      .execute(),
  ]);
  const [ofEcb, ofTeam] = [byName(loaded), byName(own)];
  return (currency, day) => {
    if (currency === EURO) return "1";
    const name = `${currency} ${day}`;
    const fixed = EURO_MEMBERS.get(currency);
    const isFixed = fixed !== undefined && day >= fixed.from;
    return ofTeam.get(name) ?? (isFixed ? fixed.rate : ofEcb.get(name));
  };
}

type Found = { readonly currency: string; readonly day: Day; readonly rate: Rate };

function byName(rates: readonly Found[]): ReadonlyMap<string, Rate> {
  return new Map(rates.map(({ currency, day, rate }) => [`${currency} ${day}`, rate]));
}

async function findRates({ db }: RatesContext, currencies: readonly string[], from: Day, to: Day) {
  return db
    .selectFrom("exchange_rates")
    .select(["currency", "day", "rate"])
    .where("currency", "in", currencies)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .execute();
}

function later(one: Day, other: Day): Day {
  return one > other ? one : other;
}
