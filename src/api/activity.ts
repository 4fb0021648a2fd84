import { z } from "zod";
import { ListCalls, listCalls } from "../accounts/logged-calls.ts";
import { isSignedInMember } from "../accounts/membership.ts";
import { Via, viasOf } from "../activity/event.ts";
import { EventDetail, getEvent } from "../activity/get-event.ts";
import type { Follower } from "../activity/journal-watch.ts";
import { EventList, ListEvents, listEvents } from "../activity/list-events.ts";
import { Filters, listFilters } from "../activity/list-filters.ts";
import type { JournalContext } from "../activity/subject.ts";
import { Undone, undoEvent } from "../activity/undo.ts";
import { REFUSALS, Refusal } from "../core/errors.ts";
import { byId, instant } from "../core/fields.ts";
import { json, defineRoute, events } from "../core/route.ts";
import { SENT_TO_INBOX } from "../domains/inbox/journal.ts";
import { Holder } from "./connections.ts";
import type { ApiParts, TeamContext } from "./route.ts";
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

const Call = z.object({
  id: z.string(),
  at: z.string(),
  via: Via,
  holder: Holder,
  client: z.string().nullable(),
  /** Null for calls that were only counted, as are the columns below. */
  tool: z.string().nullable(),
  title: z.string().nullable(),
  outcome: z.enum(["done", "refused", "failed"]).nullable(),
  because: z.string().nullable(),
  rows: z.number().nullable(),
  milliseconds: z.number().nullable(),
  calls: z.number(),
});

type Row = Awaited<ReturnType<typeof listCalls>>["items"][number];

const callsRoute = defineRoute({
  path: "GET /api/teams/:team/calls",
  role: "member",
  input: ListCalls,
  output: json(
    z.object({
      isOn: z.boolean(),
      calls: z.array(Call),
      nextCursor: z.string().nullable(),
    }),
  ),
  example: () => ({}),
  handler: async (context: TeamContext, input) => {
    const { items, nextCursor } = await listCalls(context, input);
    const viaOf = await viasOf({ ...context, subjects }, items);
    const calls = items.map((row) => callShape(context, row, viaOf(row)));
    return { isOn: context.parts.logsCalls, calls, nextCursor };
  },
});

const Told = z.discriminatedUnion("type", [
  /** `isBehind` is false when nothing has changed since the instant of the request. */
  z.strictObject({ type: z.literal("listening"), isBehind: z.boolean() }),
  /** `isOwn` is true when all changes were made in the session of the stream. */
  z.strictObject({ type: z.literal("changed"), isOwn: z.boolean() }),
]);

export type Told = z.output<typeof Told>;

/**
 * Tells an open page when the team's records have changed; it then asks again for what it shows. The
 * first event says that the stream listens. The stream ends with the session or the membership,
 * and when the page is left.
 */
const changesRoute = defineRoute({
  path: "GET /api/teams/:team/changes",
  role: "member",
  input: z.strictObject({ since: instant.optional() }),
  output: events(Told),
  example: () => ({}),
  handler: async (context: TeamContext, { since }) => changesOf(context, since),
});

export const activityRoutes = [
  listRoute,
  filtersRoute,
  eventRoute,
  undoRoute,
  callsRoute,
  changesRoute,
];

function journalOf(context: TeamContext): JournalContext {
  return { ...context, subjects, events: context.parts.events };
}

function callShape({ actor, parts }: TeamContext, row: Row, via: Via): z.input<typeof Call> {
  return {
    id: row.id,
    at: row.created_at,
    via,
    holder: { id: row.holder_id, name: row.holder_name, isYou: row.holder_id === actor.id },
    client: row.client_name,
    tool: row.tool,
    title: row.tool === SENT_TO_INBOX ? "Send a receipt" : titleOf(parts, row.tool),
    outcome: row.outcome,
    because: row.reason === null ? null : (REASONS.get(row.reason) ?? row.reason),
    rows: row.row_count,
    milliseconds: row.milliseconds,
    calls: row.calls,
  };
}

function titleOf({ tools }: ApiParts, tool: string | null): string | null {
  return tools.find(({ name }) => name === tool)?.title ?? tool;
}

const REASONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...REFUSALS,
    // Wider than in the journal, which has refused deletions alone.
    tool_not_available: "it may not use this tool",
    cancelled: "it was cancelled",
    input_required: "its user had to be asked first",
    insufficient_scope: "the key or app lacked the scope",
    invalid_request: "the request was not valid",
    invalid_token: "the key or app had lost its access",
    too_many_requests: "there were too many at once",
    unreadable: "the request could not be read",
  }),
);

/** A browser holds one stream; a person has few browsers. */
const MOST_OPEN = 20;

async function* changesOf(
  { parts, team, session, actor, hasLeft }: TeamContext,
  since: string | undefined,
): AsyncIterable<Told> {
  const { streams } = parts;
  if (streams.count(actor.id) >= MOST_OPEN)
    throw new Refusal({
      code: "limit_reached",
      message: `You have ${MOST_OPEN} streams of changes open already`,
      next: "close a browser that shows this app",
    });
  let journal: Follower | null = null;
  streams.add(actor.id, 1);
  try {
    journal = await parts.journals.follow(team.id);
    yield { type: "listening", isBehind: since === undefined || journal.hasEventsSince(since) };
    while (await isSignedInMember(parts.baseContext(), { team: team.id, session: session.id })) {
      const growth = await journal.grown();
      // Nothing ends a generator from outside while it waits for a change.
      if (parts.isStopping() || hasLeft()) return;
      if (growth === null) continue;
      const isOwn = growth.credentials?.every((id) => id === session.id) ?? false;
      yield { type: "changed", isOwn };
    }
  } finally {
    journal?.close();
    streams.add(actor.id, -1);
  }
}
