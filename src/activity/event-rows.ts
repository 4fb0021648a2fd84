import type { Db } from "../db/schema/schema.ts";

/** Events with their actors and the events that undid them, to be narrowed down. */
export function selectEvents(db: Db) {
  return db
    .selectFrom("activity_events as event")
    .leftJoin("users as actor", "actor.id", "event.actor_id")
    .leftJoin("activity_events as undoing", (join) =>
      join
        .onRef("undoing.team_id", "=", "event.team_id")
        .onRef("undoing.undoes_id", "=", "event.id"),
    )
    .select(["event.id", "event.created_at", "event.actor_id", "event.holder_id"])
    .select(["event.credential_kind", "event.credential_id"])
    .select(["event.client_name", "event.client_version", "event.tool", "event.outcome"])
    .select(["event.reason", "event.subjects", "event.undoes_id", "event.redacted_at"])
    .select(["actor.name as actor_name", "undoing.id as undone_by"]);
}

export type EventRow = Awaited<
  ReturnType<ReturnType<typeof selectEvents>["executeTakeFirstOrThrow"]>
>;
