import type { Output } from "../../api.ts";
import type { List } from "../../list/list.ts";

export type Event = Output<"GET /api/teams/:team/activity">["events"][number];

export type Via = Event["via"];

/** One of the first records that an event changed. */
export type Subject = Event["subjects"][number];

export type Did = Subject["did"];

export type EventWithChanges = Output<"GET /api/teams/:team/activity/:id">;

export type Change = EventWithChanges["changes"][number];

export type Field = Change["fields"][number];

export type Value = NonNullable<Field["before"]>;

/** Route and keys of the list's rows, for what changes them. */
export const EVENT_ROWS = {
  route: "GET /api/teams/:team/activity",
  keyOf: ({ id }) => id,
} as const satisfies Pick<List<Event>, "route" | "keyOf">;

export const UNDO_SESSION = "undo-session";
export const UNDO_HOUR = "undo-hour";

/** Element id of the button for a session, by its newest loaded event. */
export function undoSessionId(eventId: string): string {
  return `${UNDO_SESSION}-${eventId}`;
}
