import { setImmediate } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { redactSome } from "../activity/redact.ts";
import { addMilliseconds } from "../core/time.ts";
import type { Ground } from "../db/context.ts";
import type { Schema } from "../db/schema.ts";
import { transaction } from "../db/transaction.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

type Rows = {
  readonly table: keyof Schema;
  /** The moment from which the time is counted. */
  readonly since: string;
  /** For how long the rows are kept after it: longer than they count, where that explains a refusal. */
  readonly keptMs: number;
  /** Which rows, if not all. */
  readonly only?: RawBuilder<unknown>;
};

/** What is over, and goes by itself. */
const OVER: readonly Rows[] = [
  { table: "setup_links", since: "expires_at", keptMs: 0 },
  { table: "sessions", since: "expires_at", keptMs: 0 },
  { table: "sessions", since: "last_seen_at", keptMs: DAY_MS },
  { table: "oauth_requests", since: "expires_at", keptMs: 0 },
  { table: "oauth_access_tokens", since: "expires_at", keptMs: DAY_MS },
  { table: "oauth_refresh_tokens", since: "expires_at", keptMs: DAY_MS },
  {
    table: "oauth_grants",
    since: "code_expires_at",
    keptMs: DAY_MS,
    only: sql`redeemed_at is null`,
  },
  { table: "oauth_grants", since: "expires_at", keptMs: 30 * DAY_MS },
  {
    table: "oauth_clients",
    since: "created_at",
    keptMs: 90 * DAY_MS,
    only: sql`approved_at is null and kind != 'confidential'`,
  },
  { table: "spent_answers", since: "expires_at", keptMs: 0 },
  { table: "idempotent_calls", since: "expires_at", keptMs: 0 },
];

const AT_ONCE = 500;

/** Each does some of its work, and answers `AT_ONCE` as long as there may be more. */
const WORK: readonly ((context: Ground) => Promise<number>)[] = [
  ...OVER.map((rows) => async (context: Ground) => deleteSome(context, rows)),
  async (context) => redactSome(context, AT_ONCE),
];

/**
 * Deletes what is over, of all teams, some rows at a time so that others get in between, and what the
 * journal keeps only for a time. What cannot be done is told, and keeps nothing else from going.
 * @returns how many rows went
 */
export async function collect(context: Ground, onError: (error: unknown) => void): Promise<number> {
  let collected = 0;
  for (const work of WORK) {
    try {
      for (let some = AT_ONCE; some >= AT_ONCE;) {
        some = await transaction(context, work);
        collected += some;
        await setImmediate();
      }
    } catch (error) {
      onError(error);
    }
  }
  return collected;
}

async function deleteSome(
  { db, now }: Ground,
  { table, since, keptMs, only = sql`true` }: Rows,
): Promise<number> {
  const moment = sql.ref(since);
  const over = sql`${moment} <= ${addMilliseconds(now, -keptMs)} and ${only}`;
  const oldest = sql`select ${moment} as moment from ${sql.table(table)} where ${over} order by ${moment} limit ${AT_ONCE}`;
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)}
    where ${over} and ${moment} <= (select max(moment) from (${oldest}) as oldest)`.execute(db);
  return Number(numAffectedRows ?? 0);
}
