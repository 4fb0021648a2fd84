import type { AuditContext } from "../../db/context.ts";

/** The event that brought an import. */
export type ImportEvent = {
  readonly id: string;
  /** Person; null for an admin command, or one who is gone. */
  readonly by: string | null;
  /** False once its images are deleted, so that it can be undone no more. */
  readonly isKept: boolean;
};

/** The events that brought these imports, by the id of the import: the newest, since an undo may be undone. */
export async function eventsOf(
  { db, team }: AuditContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ImportEvent>> {
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
  return new Map(
    rows.map(({ subject_id, id, redacted_at, name }) => [
      subject_id,
      { id, by: name, isKept: redacted_at === null },
    ]),
  );
}
