import type { Db } from "../db/schema.ts";

/** Events with all that one line tells but for names of what they are about, to be narrowed down. */
export function selectEvents(db: Db) {
  return db
    .selectFrom("activity_events as event")
    .leftJoin("users as actor", "actor.id", "event.actor_id")
    .leftJoin("api_keys as key", (join) =>
      join.onRef("key.team_id", "=", "event.team_id").onRef("key.id", "=", "event.credential_id"),
    )
    .leftJoin("oauth_grants as grant", (join) =>
      join
        .onRef("grant.team_id", "=", "event.team_id")
        .onRef("grant.id", "=", "event.credential_id"),
    )
    .leftJoin("oauth_clients as app", "app.id", "grant.client_id")
    .leftJoin("activity_events as undoing", (join) =>
      join
        .onRef("undoing.team_id", "=", "event.team_id")
        .onRef("undoing.undoes_id", "=", "event.id"),
    )
    .select(["event.id", "event.created_at", "event.actor_id", "event.holder_id"])
    .select(["event.credential_kind", "event.credential_id"])
    .select(["event.client_name", "event.client_version", "event.tool", "event.outcome"])
    .select(["event.reason", "event.subjects", "event.undoes_id", "event.redacted_at"])
    .select(["actor.name as actor_name", "key.name as key_name", "key.hint as key_hint"])
    .select(["app.name as app_name", "undoing.id as undone_by"]);
}

export type EventRow = Awaited<
  ReturnType<ReturnType<typeof selectEvents>["executeTakeFirstOrThrow"]>
>;
