import type { Selectable } from "kysely";
import { lockForKeyShare, lockForUpdate, waitForLocks } from "../../db/dialect.ts";
import { hotQuery } from "../../db/hot-query.ts";
import type { Db, Schema } from "../../db/schema/schema.ts";

type Source = Omit<Selectable<Schema["rate_sources"]>, "name">;

const NEW: Source = { newest_day: null, tried_at: null, failure: null };

/** State of the ECB's rates: the newest day, and the last attempt to fetch some. */
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
 * Waits until nobody computes with the rates any more, and keeps others from it until the transaction ends:
 * what they have written is found then by the job that settles it.
 */
export async function lockSource(db: Db): Promise<Source> {
  await waitForLocks(db);
  await makeSource(db);
  return lockForUpdate(db, db.selectFrom("rate_sources").selectAll()).executeTakeFirstOrThrow();
}

/** Keeps rates from being loaded until the transaction ends. */
export async function keepSource(db: Db): Promise<void> {
  if ((await keep(db, {})).length > 0) return;
  await makeSource(db);
  await keep(db, {});
}

const keep = hotQuery((db) => lockForKeyShare(db, db.selectFrom("rate_sources").select("name")));
