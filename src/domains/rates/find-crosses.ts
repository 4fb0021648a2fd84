import { z } from "zod";
import { day } from "../../core/fields.ts";
import type { BaseContext, Context } from "../../db/context.ts";
import { addDays } from "../../shared/calendar.ts";
import { convert } from "../../shared/money-parts.ts";
import { MOST_MINOR } from "../../shared/money.ts";
import type { Day } from "../../shared/time.ts";
import { todayOf } from "../team/today.ts";
import {
  type Cross,
  type DatedRate,
  EURO,
  FIRST_DAY,
  keepSource,
  MOST_DAYS_BACK,
  type Rate,
  type RateSource,
  readSource,
} from "./rate.ts";

/** `begin` is null in a transaction, as in every context. */
export type RatesContext = Pick<BaseContext, "db"> & {
  readonly begin?: BaseContext["begin"];
  readonly team: { readonly id: string };
};

type Dated = { readonly date: Day; readonly currency: string };

type FindCross = (amount: Dated) => Cross | null;

/**
 * Finds rates to convert many amounts to one currency, with a few queries in all. An amount gets those of the
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

type Sourced = { readonly rate: Rate; readonly source: RateSource | null };

type RateOf = (currency: string, day: Day) => Sourced | undefined;

function newestOf(rateOf: RateOf, date: Day, currency: string, to: string): Cross | null {
  for (let back = 0; back <= MOST_DAYS_BACK; back += 1) {
    const day = addDays(date, -back);
    const [one, other] = [rateOf(currency, day), rateOf(to, day)];
    if (one !== undefined && other !== undefined)
      return {
        day,
        from: one.rate,
        to: other.rate,
        sources: { from: one.source, to: other.source },
      };
  }
  return null;
}

/** Order: the team's own by hand, the fixed one, a file of the team, the operator's. */
async function readRates(
  context: RatesContext,
  currencies: readonly string[],
  from: Day,
  to: Day,
): Promise<RateOf> {
  const { db, begin, team } = context;
  if (begin === null) await keepSource(db);
  const found = await Promise.all(
    (["team_rates", "file_rates", "exchange_rates"] as const).map(async (table) =>
      db
        .selectFrom(table)
        .select(["currency", "day", "rate"])
        .$if(table !== "exchange_rates", (query) => query.where("team_id", "=", team.id))
        .where("currency", "in", currencies)
        .where("day", ">=", from)
        .where("day", "<=", to)
        .execute(),
    ),
  );
  const [own, ofFiles, ofOperator] = found.map(byName);
  return (currency, day) => {
    if (currency === EURO) return { rate: "1", source: null };
    const name = `${currency} ${day}`;
    return (
      sourced("own", own?.get(name)) ??
      sourced("fixed", fixedRate(currency, day)) ??
      sourced("file", ofFiles?.get(name)) ??
      sourced("ecb", ofOperator?.get(name))
    );
  };
}

function sourced(source: RateSource, rate: Rate | undefined): Sourced | undefined {
  return rate === undefined ? undefined : { rate, source };
}

function fixedRate(currency: string, day: Day): Rate | undefined {
  const fixed = EURO_MEMBERS.get(currency);
  return fixed !== undefined && day >= fixed.from ? fixed.rate : undefined;
}

function byName(rates: readonly DatedRate[]): ReadonlyMap<string, Rate> {
  return new Map(rates.map(({ currency, day, rate }) => [`${currency} ${day}`, rate]));
}

function later(one: Day, other: Day): Day {
  return one > other ? one : other;
}

type Fixed = { readonly from: Day; readonly rate: string };

/**
 * Currencies of countries that have adopted the euro since 2007, with the day and the units for 1 EUR that
 * the Council of the EU fixed for ever. The ECB has no rates of them since.
 */
export const EURO_MEMBERS: ReadonlyMap<string, Fixed> = new Map([
  ["SIT", { from: "2007-01-01", rate: "239.640" }],
  ["CYP", { from: "2008-01-01", rate: "0.585274" }],
  ["MTL", { from: "2008-01-01", rate: "0.429300" }],
  ["SKK", { from: "2009-01-01", rate: "30.1260" }],
  ["EEK", { from: "2011-01-01", rate: "15.6466" }],
  ["LVL", { from: "2014-01-01", rate: "0.702804" }],
  ["LTL", { from: "2015-01-01", rate: "3.45280" }],
  ["HRK", { from: "2023-01-01", rate: "7.53450" }],
  ["BGN", { from: "2026-01-01", rate: "1.95583" }],
]);

export type Latest = {
  readonly crossOf: (currency: string) => Cross | null;
  /** True for rates that are too old for an amount of today. */
  readonly isOld: (cross: Cross) => boolean;
};

/**
 * Finds rates for balances of today: those of today, or else of the newest day that was loaded, or on which the team
 * set one of the two by hand. An amount of a day is never converted with these.
 * @param asOf a past day, for balances of its end; rates of later days are as if they were not loaded
 */
export async function findLatest(
  context: Context,
  currencies: readonly string[],
  asOf?: Day,
): Promise<Latest> {
  const to = context.team.baseCurrency;
  const foreign = currencies.filter((currency) => currency !== to);
  if (foreign.length === 0) return { crossOf: () => null, isOld: () => false };
  const today = asOf ?? (await todayOf(context));
  const known = new Map<string, Cross>();
  const take = async (date: Day, some: readonly string[]) => {
    const amounts = some.map((currency) => ({ date, currency }));
    const crossOf = await findCrosses(context, to, amounts);
    for (const amount of amounts) {
      const cross = crossOf(amount);
      if (cross !== null) known.set(amount.currency, cross);
    }
  };
  await take(today, foreign);
  if (known.size < foreign.length)
    for (const { day, currency } of await newestDays(context, [to, ...foreign], today)) {
      const left = foreign.filter((one) => !known.has(one));
      await take(
        day,
        currency === null || currency === to ? left : left.filter((one) => one === currency),
      );
    }
  return {
    crossOf: (currency) => known.get(currency) ?? null,
    isOld: ({ day }) => day < addDays(today, -MOST_DAYS_BACK),
  };
}

type Newest = { readonly day: Day; readonly currency: string | null };

/**
 * Days before today, the newest first: the last ones of the operator's rates and of the team's files, of all
 * currencies, and of its rates by hand, each of one currency. What a source has ended to publish has no rate.
 */
async function newestDays(
  { db, team }: Context,
  currencies: readonly string[],
  today: Day,
): Promise<readonly Newest[]> {
  const [source, file, own] = await Promise.all([
    readSource(db),
    db
      .selectFrom("rate_files")
      .select("last_day")
      .where("team_id", "=", team.id)
      .executeTakeFirst(),
    db
      .selectFrom("team_rates")
      .select(({ fn }) => ["currency", fn.max("day").as("day")])
      .where("team_id", "=", team.id)
      .where("currency", "in", currencies)
      .where("day", "<", today)
      .groupBy("currency")
      .execute(),
  ]);
  const ofAll = [source.newest_day, file?.last_day].flatMap((day) =>
    day === null || day === undefined || day >= today ? [] : [{ day, currency: null }],
  );
  return [...ofAll, ...own].toSorted((one, other) => (one.day > other.day ? -1 : 1));
}

const Source = z.enum(["ecb", "file", "own", "fixed"] satisfies readonly RateSource[]);

export const Exchange = z.object({
  day,
  /** Units for 1 EUR of each of the two currencies that is not the euro, the amount's first. */
  rates: z.array(z.object({ currency: z.string(), rate: z.string(), source: Source })),
  /** False while the stored amount is of earlier rates, or has to be computed yet. */
  is_settled: z.boolean(),
});

type Foreign = Dated & { readonly amount_minor: number };

type InBase = Omit<z.input<typeof Exchange>, "is_settled"> & {
  /** Null for more than an amount can have. */
  readonly base_minor: number | null;
};

/**
 * Converts an amount to the team's currency by the rates of its day.
 * @returns null without rates, and for an amount in the team's own currency
 */
export async function findBase(context: Context, amount: Foreign): Promise<InBase | null> {
  const { currency, amount_minor } = amount;
  const to = context.team.baseCurrency;
  if (currency === to) return null;
  const cross = (await findCrosses(context, to, [amount]))(amount);
  if (cross === null) return null;
  const both = [
    { currency, rate: cross.from, source: cross.sources.from },
    { currency: to, rate: cross.to, source: cross.sources.to },
  ];
  return {
    base_minor: baseAmount(amount_minor, currency, to, cross),
    day: cross.day,
    rates: both.flatMap(({ source, ...rate }) => (source === null ? [] : [{ ...rate, source }])),
  };
}

type Converted = Foreign & {
  readonly base_minor: number | null;
  readonly rate_day: Day | null;
};

/** @returns null without rates, and for an amount in the team's own currency */
export async function findExchange(
  context: Context,
  amount: Converted,
): Promise<z.input<typeof Exchange> | null> {
  const found = await findBase(context, amount);
  if (found === null) return null;
  const { base_minor, ...exchange } = found;
  const isSame = base_minor === amount.base_minor && exchange.day === amount.rate_day;
  return { ...exchange, is_settled: base_minor !== null && isSame };
}

/** Minor units of the other currency; null for more than an amount can have. */
export function baseAmount(
  minor: number,
  currency: string,
  to: string,
  cross: Cross,
): number | null {
  const base = convert(
    BigInt(minor),
    { currency, rate: cross.from },
    { currency: to, rate: cross.to },
  );
  return base > MOST_MINOR || base < -MOST_MINOR ? null : Number(base);
}
