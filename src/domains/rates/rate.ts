import type { Selectable } from "kysely";
import { lockForKeyShare, lockForUpdate, waitForLocks } from "../../db/dialect.ts";
import { preparedQuery } from "../../db/prepared-query.ts";
import type { Db, Schema } from "../../db/schema/schema.ts";
import type { Day } from "../../shared/time.ts";

/** Units of a currency for 1 EUR, as decimal text. */
export type Rate = string;

export type DatedRate = { readonly currency: string; readonly day: Day; readonly rate: Rate };

/** Where a rate comes from, the first that has one: by the team's hand, by the law of the euro, a file of the team, the operator. */
export type RateSource = "own" | "fixed" | "file" | "ecb";

export const EURO = "EUR";

/** The euro began then: no rate is older. */
export const FIRST_DAY: Day = "1999-01-01";

/** Days that a rate may be old: banks close for four at Easter. */
export const MOST_DAYS_BACK = 7;

/** True for a decimal number above zero, within bounds that no real rate comes near. */
export function isRate(text: string): boolean {
  return /^\d{1,9}(?:\.\d{1,12})?$/.test(text) && /[1-9]/.test(text);
}

/** Two rates of one day. The euro's has no source. */
export type Cross = {
  readonly day: Day;
  readonly from: Rate;
  readonly to: Rate;
  readonly sources: { readonly from: RateSource | null; readonly to: RateSource | null };
};

type Source = Omit<Selectable<Schema["rate_sources"]>, "name">;

const NEW: Source = { newest_day: null, tried_at: null, failure: null };

export async function readSource(db: Db): Promise<Source> {
  const source = db.selectFrom("rate_sources").select(["newest_day", "tried_at", "failure"]);
  return (await source.executeTakeFirst()) ?? NEW;
}

export async function makeSource(db: Db): Promise<void> {
  await db
    .insertInto("rate_sources")
    .values({ name: "ecb", ...NEW })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Waits for transactions that convert with the rates, and makes later ones wait: the job that settles amounts
 * finds all that were written with the earlier rates.
 */
export async function lockSource(db: Db): Promise<Source> {
  await waitForLocks(db);
  await makeSource(db);
  return lockForUpdate(db, db.selectFrom("rate_sources").selectAll()).executeTakeFirstOrThrow();
}

export async function keepSource(db: Db): Promise<void> {
  if ((await keep(db, {})).length > 0) return;
  await makeSource(db);
  await keep(db, {});
}

const keep = preparedQuery((db) =>
  lockForKeyShare(db, db.selectFrom("rate_sources").select("name")),
);
