import { sql } from "kysely";
import { notFound, type Refusal } from "../core/errors.ts";
import type { Context } from "../db/context.ts";
import { lockForUpdate } from "../db/dialect.ts";
import { type EventRow, selectEvents } from "./event-rows.ts";
import { isVisible, viewerOf } from "./visibility.ts";

/** @throws Refusal for an event that the team does not have, or the user may not see */
export async function requireEvent(context: Context, id: string): Promise<EventRow> {
  const viewer = viewerOf(context);
  const event = await selectEvents(context.db)
    .where("event.team_id", "=", context.team.id)
    .where("event.id", "=", id)
    .$if(viewer !== undefined, (query) => query.where(isVisible(sql`${viewer}`)))
    .executeTakeFirst();
  if (event !== undefined) return event;
  throw noEvent(id);
}

/** Like `requireEvent`, and locks the event until the transaction ends. */
export async function lockEvent(context: Context, id: string): Promise<EventRow> {
  const events = context.db
    .selectFrom("activity_events")
    .select("id")
    .where("team_id", "=", context.team.id)
    .where("id", "=", id);
  await lockForUpdate(context.db, events).execute();
  return requireEvent(context, id);
}

function noEvent(id: string): Refusal {
  return notFound({ what: "Event", id, path: "id", next: "see what the team's activity lists" });
}
