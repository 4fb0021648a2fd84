import { z } from "zod";
import { EventDetail, getEvent } from "../activity/get-event.ts";
import { EventList, ListEvents, listEvents } from "../activity/list-events.ts";
import { Filters, listFilters } from "../activity/list-filters.ts";
import type { JournalContext } from "../activity/subject.ts";
import { Undone, undoEvent } from "../activity/undo.ts";
import { byId } from "../core/fields.ts";
import { json, defineRoute } from "../core/route.ts";
import type { TeamContext } from "./route.ts";
import { subjects } from "./subjects.ts";

const listRoute = defineRoute({
  path: "GET /api/teams/:team/activity",
  role: "member",
  input: ListEvents,
  output: json(EventList),
  example: () => ({}),
  handler: async (context: TeamContext, input) => listEvents(journalOf(context), input),
});

const filtersRoute = defineRoute({
  path: "GET /api/teams/:team/activity/filters",
  role: "member",
  input: z.strictObject({}),
  output: json(Filters),
  example: () => ({}),
  handler: async (context: TeamContext) => listFilters(journalOf(context)),
});

const eventRoute = defineRoute({
  path: "GET /api/teams/:team/activity/:id",
  role: "member",
  input: byId,
  output: json(EventDetail),
  example: (idOf) => ({ id: idOf("event") }),
  handler: async (context: TeamContext, input) => getEvent(journalOf(context), input),
});

const undoRoute = defineRoute({
  path: "POST /api/teams/:team/activity/:id/undo",
  role: "member",
  // Told as an undo, whatever it undid.
  event: null,
  input: byId,
  output: json(Undone),
  example: (idOf) => ({ id: idOf("event") }),
  handler: async (context: TeamContext, input) => undoEvent(journalOf(context), input),
});

export const activityRoutes = [listRoute, filtersRoute, eventRoute, undoRoute];

function journalOf(context: TeamContext): JournalContext {
  return { ...context, subjects, events: context.parts.events };
}
