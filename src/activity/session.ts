import { sql } from "kysely";
import type { Context } from "../db/context.ts";
import type { Db } from "../db/schema/schema.ts";
import { LONGEST_PAUSE_MS } from "../shared/limits.ts";
import { addMilliseconds, type Instant, millisecondsBetween } from "../shared/time.ts";
import { type EventRow, requireEvent } from "./find-events.ts";
import { isVisible, viewerOf } from "./visibility.ts";

/**
 * A session is an assistant's work at one go: events of one credential and client, with short pauses
 * between neighbours. Another client's events in between do not end it.
 */

/** Events of the credential that are read on each side. They bound the size of a session. */
export const MOST_READ = 250;

/**
 * Filter that finds the events of the session of an event: the event alone if nobody's assistant made it.
 * @throws Refusal for an event that the team does not have, or the user may not see
 */
export async function sessionOf(context: Context, id: string) {
  const event = await requireEvent(context, id);
  const { credential_kind: kind, credential_id: credential, client_name: client } = event;
  if (credential === null || (kind !== "api_key" && kind !== "oauth_grant")) return { only: id };
  const of = { team: context.team.id, credential, viewer: viewerOf(context), event };
  const newest = lastWithin(event, await neighbours(context.db, { ...of, side: "newer" }));
  const oldest = lastWithin(event, await neighbours(context.db, { ...of, side: "older" }));
  return {
    credential,
    client: client ?? undefined,
    no_client: client === null || undefined,
    first: oldest,
    end: addMilliseconds(newest, 1),
  };
}

type Neighbour = Pick<EventRow, "created_at" | "client_name">;

function lastWithin(event: EventRow, away: readonly Neighbour[]): Instant {
  let last = event.created_at;
  for (const { created_at, client_name } of away) {
    if (client_name !== event.client_name) continue;
    if (Math.abs(millisecondsBetween(last, created_at)) > LONGEST_PAUSE_MS) break;
    last = created_at;
  }
  return last;
}

type Side = {
  readonly team: string;
  readonly credential: string;
  readonly viewer: string | undefined;
  readonly event: Pick<EventRow, "created_at" | "id">;
  readonly side: "newer" | "older";
};

export async function neighbours(
  db: Db,
  { team, credential, viewer, event, side }: Side,
): Promise<readonly Neighbour[]> {
  const comparison = sql.raw(side === "newer" ? ">" : "<");
  const direction = side === "newer" ? "asc" : "desc";
  return db
    .selectFrom("activity_events as event")
    .select(["event.created_at", "event.client_name"])
    .where("event.team_id", "=", team)
    .where("event.credential_id", "=", credential)
    .where(
      sql<boolean>`(event.created_at, event.id) ${comparison} (${event.created_at}, ${event.id})`,
    )
    .$if(viewer !== undefined, (query) => query.where(isVisible(sql`${viewer}`)))
    .orderBy("event.created_at", direction)
    .orderBy("event.id", direction)
    .limit(MOST_READ)
    .execute();
}
