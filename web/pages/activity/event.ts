import type { Output } from "../../api.ts";

/** An event of the journal as one line. */
export type Event = Output<"GET /api/teams/:team/activity">["events"][number];

/** The credential of a call, or the way in that needs none. */
export type Via = Event["via"];

/** One of the first records that an event changed. */
export type Subject = Event["subjects"][number];

export type Did = Subject["did"];

/** An event with its changes. */
export type EventWithChanges = Output<"GET /api/teams/:team/activity/:id">;

/** The change to one record, column by column. */
export type Change = EventWithChanges["changes"][number];

export type Field = Change["fields"][number];

/** A value before or after a change. */
export type Value = NonNullable<Field["before"]>;
