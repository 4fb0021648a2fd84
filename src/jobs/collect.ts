import { setImmediate } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { oldCallsOf } from "../accounts/logged-calls.ts";
import { redactSome } from "../activity/undo-state.ts";
import type { BaseContext } from "../db/context.ts";
import { renewStatistics } from "../db/migrate.ts";
import type { Schema } from "../db/schema/schema.ts";
import { transaction } from "../db/transaction.ts";
import { addMilliseconds } from "../shared/time.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

type Rows = {
  readonly table: keyof Schema;
  readonly since: string;
  /** Time the rows are kept after it; above 0 where an expired row still explains a refusal. */
  readonly keptMs: number;
  readonly only?: RawBuilder<unknown>;
};

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
  { table: "outbox", since: "done_at", keptMs: 30 * DAY_MS },
  // `doctor` names dead jobs as long: time enough for an operator to see them.
  { table: "outbox", since: "dead_at", keptMs: 90 * DAY_MS },
];

const AT_ONCE = 500;

/** Processes one batch, and returns at least `AT_ONCE` while there may be more. */
type Work = (context: BaseContext) => Promise<number>;

const WORK: readonly Work[] = [
  ...OVER.map((rows) => async (context: BaseContext) => deleteSome(context, rows)),
  async (context) => redactSome(context, AT_ONCE),
  async ({ db }) => {
    await renewStatistics(db);
    return 0;
  },
];

/** Old calls are deleted team by team: their keys and indexes begin with the team. */
async function callWork(context: BaseContext): Promise<readonly Work[]> {
  const old = await oldCallsOf(context);
  return old.map((calls) => async (context) => calls.deleteSome(context, AT_ONCE));
}

/**
 * Deletes expired rows of all teams and redacts old journal entries, in batches, so that other writers
 * get their turn; then renews the planner's statistics. An error is reported, and does not stop the rest.
 * @returns number of deleted or redacted rows
 */
export async function collect(
  context: BaseContext,
  onError: (error: unknown) => void,
): Promise<number> {
  let collected = 0;
  const ofCalls = await callWork(context).catch((error: unknown) => {
    onError(error);
    return [];
  });
  for (const work of [...WORK, ...ofCalls]) {
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
  { db, now }: BaseContext,
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
