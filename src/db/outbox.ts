import { sql } from "kysely";
import type { BaseContext } from "./context.ts";
import type { JobName } from "./schema/outbox.ts";
import type { Db } from "./schema/schema.ts";
import { transaction } from "./transaction.ts";

/** Work of one team that needs no signature. */
export type OfTeam = BaseContext & { readonly team: { readonly id: string } };

export type Work = { readonly job: JobName; readonly subjectId: string };

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

/** The new value, or the current one while a worker holds the claim. */
function unlessClaimed(column: "run_at" | "attempts") {
  const [asked, claimed] = [sql.ref(`excluded.${column}`), sql.ref(`outbox.${column}`)];
  return sql<never>`case when outbox.lease is null then ${asked} else ${claimed} end`;
}

/** Jobs that failed for good, of all teams, the name with the latest failure first. */
export async function listDead(db: Db) {
  const dead = db.selectFrom("outbox").where("dead_at", "is not", null);
  return dead
    .select(({ fn }) => ["job", fn.countAll<number>().as("count"), fn.max("dead_at").as("latest")])
    .groupBy("job")
    .orderBy("latest", "desc")
    .execute();
}
