import { sql, type SqlBool } from "kysely";
import { type RecordedChange, selectChanges, snapshotOf } from "../../activity/recorded-change.ts";
import type { AuditContext } from "../../db/context.ts";
import type { SubjectType } from "../../db/schema/activity.ts";
import { ROWS_A_CHUNK } from "../../db/transaction.ts";

/** The import itself, or the undo of its removal. */
export type ImportEvent = {
  readonly id: string;
  /** Null for an admin command, or a person who is gone. */
  readonly by: string | null;
  /** An undo needs its snapshots, which are deleted after 30 days. */
  readonly hasSnapshots: boolean;
};

export async function eventsOfImports(
  { db, team }: AuditContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly ImportEvent[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("activity_changes as change")
    .innerJoin("activity_events as event", (join) =>
      join.onRef("event.team_id", "=", "change.team_id").onRef("event.id", "=", "change.event_id"),
    )
    .leftJoin("users as actor", "actor.id", "event.actor_id")
    .select(["change.subject_id", "event.id", "event.redacted_at", "actor.name"])
    .where("change.team_id", "=", team.id)
    .where("change.subject_type", "=", "import")
    .where("change.subject_id", "in", ids)
    .where("change.before", "=", "null")
    .orderBy("event.created_at")
    .orderBy("event.id")
    .execute();
  const events = rows.map(({ subject_id, id, redacted_at, name }) => ({
    import: subject_id,
    event: { id, by: name, hasSnapshots: redacted_at === null },
  }));
  return new Map(
    [...Map.groupBy(events, (one) => one.import)].map(([id, some]) => [
      id,
      some.map(({ event }) => event),
    ]),
  );
}

export const IS_CHANGED = sql<SqlBool>`(change.before is null or change.before <> 'null')
  and (change.after is null or change.after <> 'null')`;

export const IS_CREATED = sql<SqlBool>`change.before = 'null'`;

type Wanted = { readonly type: SubjectType; readonly where: typeof IS_CHANGED };

/** Snapshots are null once they are deleted. */
export async function* changesOfEvent(
  { db, team }: AuditContext,
  eventId: string,
  { type, where }: Wanted,
): AsyncGenerator<readonly RecordedChange[]> {
  for (let after = -1; ;) {
    const rows = await selectChanges(db)
      .where("team_id", "=", team.id)
      .where("event_id", "=", eventId)
      .where("subject_type", "=", type)
      .where("position", ">", after)
      .where(where)
      .orderBy("position")
      .limit(ROWS_A_CHUNK)
      .execute();
    yield rows.map((row) => ({
      type: row.type,
      id: row.id,
      before: snapshotOf(row.before),
      after: snapshotOf(row.after),
    }));
    if (rows.length < ROWS_A_CHUNK) return;
    after = rows.at(-1)?.position ?? after;
  }
}
