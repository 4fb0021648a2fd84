import type { Output } from "../../api.ts";

/** An event of the journal as one line. */
export type Event = Output<"GET /api/teams/:team/activity">["events"][number];

/** Through what something was done. */
export type Via = Event["via"];

/** One of the first things that an event was about. */
export type Subject = Event["subjects"][number];

export type Did = Subject["did"];

/** An event with all that it changed, as far as a person reads that. */
export type EventWithChanges = Output<"GET /api/teams/:team/activity/:id">;

/** What one event did to one thing, field by field. */
export type Change = EventWithChanges["changes"][number];

export type Field = Change["fields"][number];

/** What the ids among the values are called. */
export type Names = EventWithChanges["names"];
