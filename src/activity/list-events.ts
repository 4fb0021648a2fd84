import { z } from "zod";
import { Refusal } from "../core/errors.ts";
import { cursor, filterDay, instant, limit, uuid } from "../core/fields.ts";
import { listingOf, pageOf, readCursor } from "../core/page.ts";
import { addDays, startOfDay } from "../shared/calendar.ts";
import { Event, eventsOf } from "./event.ts";
import { findEvents, OTHER_WAYS } from "./find-events.ts";
import { sessionOf } from "./session.ts";
import { isShared, isSubjectType, type JournalContext } from "./subject.ts";
import { viewerOf } from "./visibility.ts";

export const ListEvents = z.strictObject({
  actor: uuid.optional(),
  credential: z
    .string()
    .toLowerCase()
    .pipe(
      z.union([
        z.templateLiteral([z.enum(["key:", "app:"]), z.uuid()]),
        z.enum(OTHER_WAYS.map(({ way }) => way)),
      ]),
    )
    .optional(),
  subject: z.string().optional(),
  outcome: z.enum(["done", "refused"]).optional(),
  /** A record by its kind and id: `customer:…`. Links that it has count as its own. */
  record: z.string().max(100).optional(),
  /** Id of an event: finds the events of its session. Other filters are refused beside it. */
  session: uuid.optional(),
  from: filterDay.optional(),
  to: filterDay.optional(),
  cursor: cursor.optional(),
  limit: limit.default(50),
});

export type ListEvents = z.output<typeof ListEvents>;

export const EventList = z.object({ events: z.array(Event), nextCursor: z.string().nullable() });

export type EventList = z.output<typeof EventList>;

const SortKey = z.tuple([instant, uuid]);

export async function listEvents(context: JournalContext, input: ListEvents): Promise<EventList> {
  const { cursor, limit, ...given } = input;
  const filter = await filterOf(context, given);
  const listing = listingOf(context, input);
  const after = readCursor(SortKey, listing, cursor);
  const rows = await findEvents(context.db, {
    ...filter,
    after_created_at: after?.[0],
    after_id: after?.[1],
    rows: limit + 1,
  });
  const page = pageOf(listing, rows, limit, (row) => [row.created_at, row.id]);
  return { events: await eventsOf(context, page.items), nextCursor: page.nextCursor };
}

type Given = Omit<ListEvents, "cursor" | "limit">;

async function filterOf(context: JournalContext, { session, ...others }: Given) {
  if (session === undefined) return filtersOf(context, others);
  if (Object.values(others).some((value) => value !== undefined)) throw notAlone();
  const none = filtersOf(context, {});
  return { ...none, ...(await sessionOf(context, session)) };
}

function notAlone(): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "session",
    message: "session cannot be combined with other filters",
    next: "leave out the other filters",
  });
}

function filtersOf(context: JournalContext, input: Omit<Given, "session">) {
  const { actor, credential, subject, record, outcome, from, to } = input;
  if (record !== undefined && subject !== undefined) throw notBoth();
  const { timeZone } = context.actor;
  const viewer = viewerOf(context);
  const type = requireSubject(context, subject);
  const isOfOwn = viewer !== undefined && type !== undefined && !isShared(context.subjects, type);
  return {
    team_id: context.team.id,
    viewer,
    own: isOfOwn || undefined,
    actor,
    credential: credential?.split(":")[1],
    web: credential === "web" || undefined,
    command: credential === "command" || undefined,
    folder: credential === "folder" || undefined,
    mail: credential === "mail" || undefined,
    subject: type,
    ...recordOf(context, record),
    done: outcome === "done" || undefined,
    refused: outcome === "refused" || undefined,
    client: undefined,
    no_client: undefined,
    only: undefined,
    first: from === undefined ? undefined : startOfDay(timeZone, from),
    end: to === undefined ? undefined : startOfDay(timeZone, addDays(to, 1)),
  };
}

/** A kind of link is named by the record that it belongs to, and has its id. */
function recordOf(context: JournalContext, given: string | undefined) {
  if (given === undefined) return {};
  const [kind, id] = given.split(":");
  const type = requireSubject(context, kind);
  const record_id = uuid.safeParse(id).data;
  if (type === undefined || record_id === undefined) throw noRecord();
  const [link = type] = Object.entries(context.subjects).flatMap(([name, { names }]) =>
    names === type && isSubjectType(context.subjects, name) ? [name] : [],
  );
  return { record_id, record_type: type, link_type: link };
}

function notBoth(): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "record",
    message: "record cannot be combined with subject",
    next: "leave out one of them",
  });
}

function noRecord(): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "record",
    message: "record must be a kind of record and an id, such as customer:0198c5a0-…",
    next: "correct it, or leave it out",
  });
}

function requireSubject({ subjects }: JournalContext, given: string | undefined) {
  if (given === undefined || isSubjectType(subjects, given)) return given;
  throw new Refusal({
    code: "invalid_argument",
    path: "subject",
    message: "subject must be a kind of record, such as customer or transaction",
    next: "choose another one, or leave it out",
  });
}
