import { sql } from "kysely";
import { z } from "zod";
import { currency, day, uuid } from "../../core/fields.ts";
import type { BaseContext, Context } from "../../db/context.ts";
import { joinEach } from "../../db/dialect.ts";
import type { Db } from "../../db/schema/schema.ts";
import { pause } from "../../db/transaction.ts";
import { addDays } from "../../shared/calendar.ts";
import type { Day } from "../../shared/time.ts";
import { EURO_MEMBERS, findCrosses, findLatest } from "./find-crosses.ts";
import { readSource, MOST_DAYS_BACK, EURO } from "./rate.ts";
import { findTeamFile, RateFile } from "./team-file.ts";

const SOURCE = {
  name: "Euro foreign exchange reference rates of the European Central Bank",
  url: "https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/html/index.en.html",
} as const;

export const Rates = z.object({
  source: z.object({ name: z.string(), url: z.string() }),
  /** Of the operator's rates and those of the team's files. */
  newest_day: day.nullable(),
  /** True when the rates of today's amounts are missing, or will be from tomorrow on. */
  is_stale: z.boolean(),
  /** Currencies of the operator's rates and of the team's files, with their first and last day; a rate may be missing in between. */
  currencies: z.array(z.object({ currency: z.string(), from: day, to: day })),
  /** Currencies of the rates that the team has set by hand, with their first and last day. */
  own: z.array(z.object({ currency: z.string(), from: day, to: day, count: z.int() })),
  /** The last attempt; null when the server never tried. */
  fetch: z.object({ at: z.string(), failure: z.string().nullable() }).nullable(),
  /** Rates of the files that the team has loaded, which come before the operator's. */
  file: RateFile.nullable(),
  /** True while a job computes amounts again. */
  is_settling: z.boolean(),
});

export async function getRates(context: Context): Promise<z.output<typeof Rates>> {
  const { db, team, now } = context;
  const [source, currencies, own, file, settlement] = await Promise.all([
    readSource(db),
    findCurrencies(context),
    findOwn(context),
    findTeamFile(context),
    db
      .selectFrom("settlements")
      .select("id")
      .where("team_id", "=", team.id)
      .limit(1)
      .executeTakeFirst(),
  ]);
  const { tried_at, failure } = source;
  const newest_day =
    [source.newest_day, file?.to]
      .flatMap((day) => day ?? [])
      .toSorted()
      .at(-1) ?? null;
  return {
    source: SOURCE,
    newest_day,
    is_stale: isStale(newest_day, now),
    currencies,
    own,
    file,
    fetch: tried_at === null ? null : { at: tried_at, failure },
    is_settling: settlement !== undefined,
  };
}

/** True when an amount of tomorrow would have no rate. */
export function isStale(newest: Day | null, now: BaseContext["now"]): boolean {
  return newest === null || newest <= staleDay(now);
}

/** Rates of this day and of earlier ones are too old for amounts of tomorrow. */
export function staleDay(now: BaseContext["now"]): Day {
  return addDays(now.slice(0, 10), -MOST_DAYS_BACK);
}

async function findCurrencies({ db, team }: Context) {
  const [ofAll, ofFiles] = await Promise.all(
    (["exchange_rates", "file_rates"] as const).map(async (table) =>
      db
        .selectFrom(table)
        .$if(table === "file_rates", (query) => query.where("team_id", "=", team.id))
        .select(({ fn }) => ["currency", fn.min("day").as("from"), fn.max("day").as("to")])
        .groupBy("currency")
        .orderBy("currency")
        .execute(),
    ),
  );
  const both = Map.groupBy([...(ofAll ?? []), ...(ofFiles ?? [])], ({ currency }) => currency);
  return [...both]
    .map(([currency, some]) => ({
      currency,
      from: some.map(({ from }) => from).toSorted()[0] ?? "",
      to:
        some
          .map(({ to }) => to)
          .toSorted()
          .at(-1) ?? "",
    }))
    .toSorted((one, other) => (one.currency < other.currency ? -1 : 1));
}

async function findOwn({ db, team }: Context) {
  return db
    .selectFrom("team_rates")
    .where("team_id", "=", team.id)
    .select(({ fn }) => [
      "currency",
      fn.min("day").as("from"),
      fn.max("day").as("to"),
      fn.countAll<number>().as("count"),
    ])
    .groupBy("currency")
    .orderBy("currency")
    .execute();
}

/** Counts accounts in another currency than the team's, but for teams whose own files have rates after that day. */
export async function countForeignAccounts(
  db: Db,
  { after }: { readonly after: Day },
): Promise<number> {
  const { count } = await db
    .selectFrom("bank_accounts as account")
    .innerJoin("teams as team", "team.id", "account.team_id")
    .leftJoin("rate_files as file", "file.team_id", "team.id")
    .whereRef("account.currency", "<>", "team.base_currency")
    .where((row) => row.or([row("file.last_day", "is", null), row("file.last_day", "<=", after)]))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts rates of all teams of which nothing says that the operator has loaded them. */
export async function countUnproven(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("exchange_rates")
    .where("is_proven", "=", false)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

export const RatesOn = z.strictObject({ day });

export const RatesOfDay = z.object({
  /** The team's. */
  currency: z.string(),
  /** Rates that an amount of that day is converted with: units for 1 EUR on `day`. */
  items: z.array(z.object({ currency: z.string(), day, rate: z.string(), own_rate: z.string() })),
});

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
  const found = await Promise.all(
    (["exchange_rates", "file_rates", "team_rates"] as const).map(async (table) =>
      db
        .selectFrom(table)
        .$if(table !== "exchange_rates", (query) => query.where("team_id", "=", team.id))
        .select("currency")
        .distinct()
        .where("day", ">=", from)
        .where("day", "<=", date)
        .execute(),
    ),
  );
  const named = found.flat().map(({ currency }) => currency);
  return [...new Set([EURO, ...EURO_MEMBERS.keys(), ...named])].toSorted();
}

export const MissingRates = z.object({
  /** Accounts in another currency, with their counted transactions that no rate is there for. */
  items: z.array(
    z.object({
      bank_account_id: uuid,
      name: z.string(),
      currency: z.string(),
      count: z.int(),
      from: day,
      to: day,
    }),
  ),
});

type Missing = z.output<typeof MissingRates>["items"][number];

export async function findMissing({ db, team }: Context): Promise<z.output<typeof MissingRates>> {
  const items = { table: "transactions", as: "item", index: "transactions_unrated" } as const;
  const isLeftOut = sql`item.team_id = account.team_id and item.bank_account_id = account.id
    and item.base_minor is null and item.status not in ('pending', 'excluded')`;
  const { rows } = await sql<Missing>`
    select account.id as bank_account_id, account.name, account.currency, count(*) as count,
      min(item.date) as ${sql.ref("from")}, max(item.date) as ${sql.ref("to")}
    from bank_accounts as account ${joinEach(db, items, isLeftOut)}
    where account.team_id = ${team.id} and account.currency <> ${team.baseCurrency}
    group by account.id, account.name, account.currency
    order by account.name, account.id`.execute(db);
  return { items: [...rows] };
}

export const RatesTo = z.strictObject({ currency });

export const LackingRates = z.object({
  /** Booked transactions, those among them that would have no rate, and the currencies of these and of balances without one. */
  transactions: z.int(),
  lacking: z.int(),
  currencies: z.array(z.string()),
});

/** Counts the amounts that would have no rate to another currency of the team, before it is chosen. */
export async function findLacking(
  context: Context,
  { currency: to }: z.output<typeof RatesTo>,
): Promise<z.output<typeof LackingRates>> {
  const { db, team } = context;
  const accounts = await db
    .selectFrom("bank_accounts")
    .select(["id", "currency"])
    .where("team_id", "=", team.id)
    .orderBy("id")
    .execute();
  const latest = await findLatest({ ...context, team: { ...team, baseCurrency: to } }, [
    ...new Set(accounts.map(({ currency }) => currency)),
  ]);
  const found = { transactions: 0, lacking: 0, currencies: new Set<string>() };
  for (const account of accounts) {
    const days = await bookedDays(context, account.id);
    const amounts = days.map(({ date }) => ({ date, currency: account.currency }));
    const crossOf = await findCrosses(context, to, amounts);
    const count = (some: typeof days) => some.reduce((sum, { count }) => sum + count, 0);
    const isForeign = account.currency !== to;
    const without = days.filter(
      ({ date }) => isForeign && crossOf({ date, currency: account.currency }) === null,
    );
    found.transactions += count(days);
    found.lacking += count(without);
    if (without.length > 0 || (isForeign && latest.crossOf(account.currency) === null))
      found.currencies.add(account.currency);
    await pause(context);
  }
  return { ...found, currencies: [...found.currencies].toSorted() };
}

async function bookedDays({ db, team }: Context, accountId: string) {
  return db
    .selectFrom("transactions")
    .where("team_id", "=", team.id)
    .where("bank_account_id", "=", accountId)
    .where("status", "not in", ["pending", "excluded"])
    .select(({ fn }) => ["date", fn.countAll<number>().as("count")])
    .groupBy("date")
    .execute();
}
