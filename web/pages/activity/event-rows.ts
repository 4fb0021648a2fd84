import type { List } from "../../list/list.ts";
import type { Event } from "./event.ts";

/** Route and keys of the list's rows, for what changes them. */
export const EVENT_ROWS = {
  route: "GET /api/teams/:team/activity",
  keyOf: ({ id }) => id,
} as const satisfies Pick<List<Event>, "route" | "keyOf">;
