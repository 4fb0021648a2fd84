import { sql } from "kysely";
import type { Db } from "../src/db/schema/schema.ts";
import type { Attempt, World } from "./app.ts";

export function together<T>(count: number, call: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => call(index)));
}

export function codesOf(attempts: readonly Attempt[]): Record<string, number> {
  const codes: Record<string, number> = {};
  for (const { refused } of attempts) {
    if (refused !== null) codes[refused.code] = (codes[refused.code] ?? 0) + 1;
  }
  return codes;
}

/**
 * Makes a call while a write is open, which commits once the call waits for it. On SQLite all
 * writers queue.
 * @param then continues the write while the call waits
 */
export async function duringWrite<T>(
  world: World,
  write: (db: Db) => Promise<unknown>,
  call: () => Promise<T>,
  then: (db: Db) => Promise<unknown> = async () => {},
): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  await world.database.begin(async (db) => {
    await write(db);
    resolve(call());
    if (world.dialect === "postgres") await untilSomeoneWaits(world);
    await then(db);
  });
  return promise;
}

/** Makes a call that must not wait for the rows that an open write has locked. SQLite locks no rows. */
export async function besideWrite<T>(
  world: World,
  write: (db: Db) => Promise<unknown>,
  call: () => Promise<T>,
): Promise<T> {
  if (world.dialect === "sqlite") return call();
  return world.database.begin(async (db) => {
    await write(db);
    return call();
  });
}

const LOOKS = 5000;

async function untilSomeoneWaits(world: World): Promise<void> {
  for (let look = 1; look <= LOOKS; look += 1) {
    if (await someoneWaits(world)) return;
  }
  throw new Error("the call did not wait for the open write");
}

async function someoneWaits(world: World): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(world.database.reader);
  return rows.length > 0;
}
