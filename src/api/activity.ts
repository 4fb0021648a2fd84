import { z } from "zod";
import { EventDetail, getEvent } from "../activity/get-event.ts";
import { EventList, ListEvents, listEvents } from "../activity/list-events.ts";
import { Filters, listFilters } from "../activity/list-filters.ts";
import { Undone, undoEvent } from "../activity/undo.ts";
import { byId, limit } from "../core/fields.ts";
import { defineRoute } from "./route.ts";
import { subjects } from "./subjects.ts";

const listRoute = defineRoute({
  path: "GET /api/teams/:team/activity",
  role: "member",
  input: ListEvents.extend({ limit: z.coerce.number().pipe(limit).default(50) }),
  output: EventList,
  handler: async (context, input) => listEvents({ ...context, subjects }, input),
});

const filtersRoute = defineRoute({
  path: "GET /api/teams/:team/activity/filters",
  role: "member",
  input: z.strictObject({}),
  output: Filters,
  handler: async (context) => listFilters({ ...context, subjects }),
});

const eventRoute = defineRoute({
  path: "GET /api/teams/:team/activity/:id",
  role: "member",
  input: byId,
  output: EventDetail,
  handler: async (context, input) => getEvent({ ...context, subjects }, input),
});

const undoRoute = defineRoute({
  path: "POST /api/teams/:team/activity/:id/undo",
  role: "member",
  input: byId,
  output: Undone,
  handler: async (context, input) => undoEvent({ ...context, subjects }, input),
});

export const activityRoutes = [listRoute, filtersRoute, eventRoute, undoRoute];
