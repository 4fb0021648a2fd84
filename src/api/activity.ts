import { z } from "zod";
import { EventDetail, getEvent } from "../activity/get-event.ts";
import { EventList, ListEvents, listEvents } from "../activity/list-events.ts";
import { Filters, listFilters } from "../activity/list-filters.ts";
import { Undone, undoEvent } from "../activity/undo.ts";
import { json } from "../core/answer.ts";
import { byId } from "../core/fields.ts";
import { defineRoute } from "../core/route.ts";
import type { TeamContext } from "./route.ts";
import { subjects } from "./subjects.ts";

const listRoute = defineRoute({
  path: "GET /api/teams/:team/activity",
  role: "member",
  input: ListEvents,
  output: json(EventList),
  example: () => ({}),
  handler: async (context: TeamContext, input) => listEvents({ ...context, subjects }, input),
});

const filtersRoute = defineRoute({
  path: "GET /api/teams/:team/activity/filters",
  role: "member",
  input: z.strictObject({}),
  output: json(Filters),
  example: () => ({}),
  handler: async (context: TeamContext) => listFilters({ ...context, subjects }),
});

const eventRoute = defineRoute({
  path: "GET /api/teams/:team/activity/:id",
  role: "member",
  input: byId,
  output: json(EventDetail),
  example: (idOf) => ({ id: idOf("event") }),
  handler: async (context: TeamContext, input) => getEvent({ ...context, subjects }, input),
});

const undoRoute = defineRoute({
  path: "POST /api/teams/:team/activity/:id/undo",
  role: "member",
  // Told as an undo, whatever it undid.
  event: null,
  input: byId,
  output: json(Undone),
  example: (idOf) => ({ id: idOf("event") }),
  handler: async (context: TeamContext, input) => undoEvent({ ...context, subjects }, input),
});

export const activityRoutes = [listRoute, filtersRoute, eventRoute, undoRoute];
