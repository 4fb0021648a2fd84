import { sql, type Updateable, type UpdateResult } from "kysely";
import { addMilliseconds, type Instant } from "../shared/time.ts";
import type { BaseContext } from "./context.ts";
import { dialectOf } from "./dialect.ts";
import type { JobName } from "./schema/outbox.ts";
import type { Db, Schema } from "./schema/schema.ts";
import { transaction } from "./transaction.ts";

export type OfTeam = BaseContext & { readonly team: { readonly id: string } };

type Work = { readonly job: JobName; readonly subjectId: string };

/**
 * Asks for a job in the caller's transaction: it runs after the commit, and not at all when the
 * transaction is undone. A job and its subject are queued once: asked for while it waits, it is due
 * now with all its attempts; asked for while it runs, it runs once more.
 */
export async function enqueue(context: OfTeam, { job, subjectId }: Work): Promise<void> {
  await transaction(context, async (context) => {
    const { db, team, now, newId, wake } = context;
    await db
      .insertInto("outbox")
      .values({
        team_id: team.id,
        id: newId(),
        job,
        subject_id: subjectId,
        run_at: now,
        attempts: 0,
        again: false,
      })
      .onConflict((conflict) =>
        conflict.columns(["team_id", "job", "subject_id"]).doUpdateSet({
          again: sql`outbox.lease is not null`,
          run_at: unlessClaimed("run_at"),
          attempts: unlessClaimed("attempts"),
          last_error: sql`case when outbox.lease is not null then outbox.last_error end`,
          done_at: null,
          dead_at: null,
        }),
      )
      .execute();
    context.afterCommit(wake);
  });
}

function unlessClaimed(column: "run_at" | "attempts") {
  const [asked, claimed] = [sql.ref(`excluded.${column}`), sql.ref(`outbox.${column}`)];
  return sql<never>`case when outbox.lease is null then ${asked} else ${claimed} end`;
}

/** Marks the team's waiting jobs with these names as done: the caller did their work itself. Running jobs stay. */
export async function noteDone(context: OfTeam, jobs: readonly JobName[]): Promise<void> {
  await transaction(context, async ({ db, team, now }) => {
    await db
      .updateTable("outbox")
      .set({ done_at: now })
      .where("team_id", "=", team.id)
      .where("job", "in", jobs)
      .where("done_at", "is", null)
      .where("lease", "is", null)
      .execute();
  });
}

export async function listDead(db: Db) {
  const dead = db.selectFrom("outbox").where("dead_at", "is not", null);
  return dead
    .select(({ fn }) => ["job", fn.countAll<number>().as("count"), fn.max("dead_at").as("latest")])
    .groupBy("job")
    .orderBy("latest", "desc")
    .execute();
}

export type Claim = Work & {
  readonly teamId: string;
  readonly id: string;
  readonly attempts: number;
  readonly lease: string;
};

type MostAttempts = ReadonlyMap<JobName, number>;

const CLAIM_MS = 60_000;

/**
 * Claims the job of all teams that is due for longest. A claim that has run out is taken over; after
 * the last attempt the job is dead instead.
 */
export async function takeDue(context: BaseContext, most: MostAttempts): Promise<Claim | null> {
  // PostgreSQL takes no empty list.
  if (most.size === 0) return null;
  // Asked of the reader first: on SQLite a transaction would take the write lock at every poll.
  if ((await due(context, most).limit(1).execute()).length === 0) return null;
  return transaction(context, async (context) => {
    for (;;) {
      const row = await skippingLocked(context.db, due(context, most).limit(1)).executeTakeFirst();
      if (row === undefined) return null;
      if (attemptsOf(row) < (most.get(row.job) ?? 0)) return claim(context, row);
      // The last attempt was claimed, and its process ended without a word.
      const last_error = "The server ended while it did this, at every attempt.";
      await rowOf(context, row)
        .set({ ...UNCLAIMED, dead_at: context.now, last_error })
        .execute();
    }
  });
}

/** Keeps the claim for another minute. @returns false when it was lost */
export async function extendClaim(context: BaseContext, claim: Claim): Promise<boolean> {
  const claimed_until = addMilliseconds(context.now, CLAIM_MS);
  return transaction(context, async (context) =>
    changed(heldRow(context, claim).set({ claimed_until })),
  );
}

export async function finishClaim(context: BaseContext, claim: Claim): Promise<boolean> {
  return settle(context, claim, { done_at: context.now, last_error: null });
}

/** @returns false when the claim was lost; then nothing is written */
export async function failClaim(
  context: BaseContext,
  claim: Claim,
  { reason, retryAt }: { readonly reason: string; readonly retryAt: Instant | null },
): Promise<boolean> {
  const outcome = retryAt === null ? { dead_at: context.now } : { run_at: retryAt };
  return settle(context, claim, { ...outcome, last_error: reason });
}

/** The attempt does not count. */
export async function releaseClaim(
  context: BaseContext,
  claim: Claim,
  dueAt: Instant = context.now,
): Promise<boolean> {
  return settle(context, claim, { run_at: dueAt, attempts: claim.attempts - 1 });
}

function due({ db, now }: BaseContext, most: MostAttempts) {
  return db
    .selectFrom("outbox")
    .select(["team_id", "id", "job", "subject_id", "attempts", "again"])
    .where("done_at", "is", null)
    .where("dead_at", "is", null)
    .where("run_at", "<=", now)
    .where((row) => row.or([row("claimed_until", "is", null), row("claimed_until", "<=", now)]))
    .where("job", "in", [...most.keys()])
    .orderBy("run_at");
}

type Row = Awaited<ReturnType<ReturnType<typeof due>["executeTakeFirstOrThrow"]>>;

function skippingLocked(db: Db, query: ReturnType<typeof due>): ReturnType<typeof due> {
  return dialectOf(db) === "sqlite" ? query : query.forUpdate().skipLocked();
}

/** A job that was asked for again starts from 0: its process ended without a word. */
function attemptsOf({ attempts, again }: Row): number {
  return again ? 0 : attempts;
}

async function claim(context: BaseContext, row: Row): Promise<Claim> {
  const { team_id, id, job, subject_id } = row;
  const [attempts, lease] = [attemptsOf(row) + 1, context.newId()];
  await rowOf(context, row)
    .set({
      attempts,
      lease,
      claimed_until: addMilliseconds(context.now, CLAIM_MS),
      // Asked for before this attempt began, which sees all that was asked for.
      again: false,
    })
    .execute();
  return { teamId: team_id, id, job, subjectId: subject_id, attempts, lease };
}

type Outcome = Readonly<
  Partial<
    Pick<Updateable<Schema["outbox"]>, "run_at" | "attempts" | "last_error" | "done_at" | "dead_at">
  >
>;

const UNCLAIMED = { lease: null, claimed_until: null, again: false } as const;

/**
 * Ends a claim by compare-and-swap on its lease. A job that was asked for meanwhile becomes ready
 * again.
 */
async function settle(context: BaseContext, claim: Claim, outcome: Outcome): Promise<boolean> {
  return transaction(context, async (context) => {
    const asIs = heldRow(context, claim).where("again", "=", false);
    if (await changed(asIs.set({ ...UNCLAIMED, ...outcome }))) return true;
    const ready = { run_at: context.now, attempts: 0, last_error: null };
    return changed(heldRow(context, claim).set({ ...UNCLAIMED, ...ready }));
  });
}

function heldRow(context: BaseContext, { teamId, id, lease }: Claim) {
  return rowOf(context, { team_id: teamId, id }).where("lease", "=", lease);
}

function rowOf({ db }: BaseContext, { team_id, id }: Pick<Row, "team_id" | "id">) {
  return db.updateTable("outbox").where("team_id", "=", team_id).where("id", "=", id);
}

async function changed(update: { executeTakeFirst(): Promise<UpdateResult> }): Promise<boolean> {
  return (await update.executeTakeFirst()).numUpdatedRows > 0n;
}
