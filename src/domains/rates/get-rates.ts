import { z } from "zod";
import { day } from "../../core/fields.ts";
import type { BaseContext, Context } from "../../db/context.ts";
import type { Db } from "../../db/schema/schema.ts";
import { addDays } from "../../shared/calendar.ts";
import type { Day } from "../../shared/time.ts";
import { readSource } from "./rate-source.ts";
import { MOST_DAYS_BACK } from "./rate.ts";

/** Named wherever rates are shown. */
const SOURCE = {
  name: "Euro foreign exchange reference rates of the European Central Bank",
  url: "https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/html/index.en.html",
} as const;

export const Rates = z.object({
  source: z.object({ name: z.string(), url: z.string() }),
  newest_day: day.nullable(),
  /** True when the rates of today's amounts are missing, or will be from tomorrow on. */
  is_stale: z.boolean(),
  /** Currencies of the source with their first and last day; a rate may be missing in between. */
  currencies: z.array(z.object({ currency: z.string(), from: day, to: day })),
  /** Currencies of the rates that the team has set by hand, with their first and last day. */
  own: z.array(z.object({ currency: z.string(), from: day, to: day, count: z.int() })),
  /** The last attempt of the server to fetch rates; null when it never tried. */
  fetch: z.object({ at: z.string(), failure: z.string().nullable() }).nullable(),
  /** True while a job computes amounts again. */
  is_settling: z.boolean(),
});

export async function getRates(context: Context): Promise<z.output<typeof Rates>> {
  const { db, team, now } = context;
  const [source, currencies, own, settlement] = await Promise.all([
    readSource(db),
    findCurrencies(db),
    findOwn(context),
    db
      .selectFrom("settlements")
      .select("id")
      .where("team_id", "=", team.id)
      .limit(1)
      .executeTakeFirst(),
  ]);
  const { newest_day, tried_at, failure } = source;
  return {
    source: SOURCE,
    newest_day,
    is_stale: isStale(newest_day, now),
    currencies,
    own,
    fetch: tried_at === null ? null : { at: tried_at, failure },
    is_settling: settlement !== undefined,
  };
}

/** True when an amount of tomorrow would have no rate. */
export function isStale(newest: Day | null, now: BaseContext["now"]): boolean {
  return newest === null || newest <= addDays(now.slice(0, 10), -MOST_DAYS_BACK);
}

async function findCurrencies(db: Db) {
  return db
    .selectFrom("exchange_rates")
    .select(({ fn }) => ["currency", fn.min("day").as("from"), fn.max("day").as("to")])
    .groupBy("currency")
    .orderBy("currency")
    .execute();
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

/** Accounts of all teams in another currency than their team's. */
export async function countForeignAccounts(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("bank_accounts as account")
    .innerJoin("teams as team", "team.id", "account.team_id")
    .whereRef("account.currency", "<>", "team.base_currency")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
