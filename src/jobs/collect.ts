import { setImmediate } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import type { Logger } from "pino";
import { oldCallsOf } from "../accounts/logged-calls.ts";
import { redactSome } from "../activity/undo-state.ts";
import { type BaseContext, baseContextOf, type Sources } from "../db/context.ts";
import { dialectOf } from "../db/dialect.ts";
import { renewStatistics } from "../db/migrate.ts";
import { deleteEndedWindows } from "../db/postgres-counters.ts";
import type { Schema } from "../db/schema/schema.ts";
import { transaction } from "../db/transaction.ts";
import type { FileStore } from "../files/file-store.ts";
import { addMilliseconds, type Instant, millisecondsBetween } from "../shared/time.ts";
import { collectFiles } from "./collect-files.ts";
import { repeat } from "./repeat.ts";

const EVERY_MS = 60 * 60_000;

/**
 * Runs the hourly collection. Every process runs it; rows that one has deleted are gone for the others.
 * @returns a function that stops it, and resolves when a run under way has ended
 */
export function startCollecting(
  sources: Sources & { readonly files: FileStore },
  log: Logger,
): () => Promise<void> {
  const failed = (error: unknown) =>
    log.error(
      { err: error },
      "rows and files that are over were not deleted; it is tried again in an hour",
    );
  const doubtOf = clockDoubt(baseContextOf(sources).now);
  return repeat(EVERY_MS, async () => {
    const context = baseContextOf(sources);
    try {
      const doubt = await doubtOf(context);
      if (doubt?.isNew === true)
        log.warn(
          { now: context.now, known: doubt.known },
          "the clock is more than 7 days after everything in the database: nothing is deleted for 24 hours; correct the clock if it is wrong",
        );
      if (doubt !== null) return;
      const collected = await collect(context, failed);
      const files = await collectFiles(context, sources.files).catch(failed);
      await noteCollection(context).catch(failed);
      log.debug({ collected, files }, "rows that were over are deleted");
    } catch (error) {
      failed(error);
    }
  });
}

const DAY_MS = 24 * 60 * 60_000;

type Rows = {
  readonly table: keyof Schema;
  readonly since: string;
  /** Above 0 where an expired row still explains a refusal. */
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
  async ({ db }) => (dialectOf(db) === "postgres" ? deleteEndedWindows(db) : 0),
  async ({ db }) => {
    await renewStatistics(db);
    return 0;
  },
];

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
  // Old calls are deleted team by team: their keys and indexes begin with the team.
  const oldCalls = await oldCallsOf(context).catch((error: unknown) => {
    onError(error);
    return [];
  });
  const callWork = oldCalls.map(
    (calls): Work =>
      (context) =>
        calls.deleteSome(context, AT_ONCE),
  );
  for (const work of [...WORK, ...callWork]) {
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

const NAME = "main";

const FARTHEST_MS = 7 * DAY_MS;

/** Hourly runs without a collection before the clock is believed: timers do not follow the clock. */
const LEFT_OUT = 24;

type Doubt = { readonly known: Instant; readonly isNew: boolean };

/**
 * Checks before each run if the clock is far ahead of everything in the database: a wrong clock would
 * delete what is not over. After 24 hours it is believed, for a server that had stood still.
 * @param startedAt start of this process; later rows carry its own, perhaps wrong, time
 */
export function clockDoubt(startedAt: Instant): (context: BaseContext) => Promise<Doubt | null> {
  let leftOut = 0;
  return async (context) => {
    const known = await newestKnown(context, startedAt);
    if (known === null || millisecondsBetween(known, context.now) <= FARTHEST_MS) {
      leftOut = 0;
      return null;
    }
    if (leftOut === LEFT_OUT) return null;
    leftOut += 1;
    return { known, isNew: leftOut === 1 };
  };
}

export async function noteCollection(context: BaseContext): Promise<void> {
  const row = { name: NAME, last_at: context.now };
  await transaction(context, async ({ db }) => {
    await db
      .insertInto("collections")
      .values(row)
      .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
      .execute();
  });
}

async function newestKnown({ db }: BaseContext, startedAt: Instant): Promise<Instant | null> {
  const [last, newest] = await Promise.all([
    db
      .selectFrom("collections")
      .select("last_at as at")
      .where("name", "=", NAME)
      .executeTakeFirst(),
    // Older events have lost their snapshots, and are not in the index that this reads.
    db
      .selectFrom("activity_events")
      .select("created_at as at")
      .where("redacted_at", "is", null)
      .where("created_at", "<", startedAt)
      .orderBy("created_at", "desc")
      .limit(1)
      .executeTakeFirst(),
  ]);
  const known = [last?.at, newest?.at].filter((at) => at !== undefined);
  return known.toSorted().at(-1) ?? null;
}
