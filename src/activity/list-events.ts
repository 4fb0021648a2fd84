import { z } from "zod";
import { addDays, startOfDay } from "../core/calendar.ts";
import { Refusal } from "../core/errors.ts";
import { cursor, day, instant, limit, uuid } from "../core/fields.ts";
import { pageOf, readCursor } from "../core/page.ts";
import { Event, eventsOf } from "./event.ts";
import { findEvents } from "./find-events.ts";
import { isSubjectType, type JournalContext } from "./subject.ts";
import { isPrivate, viewerOf } from "./visibility.ts";

/** Far enough from the ends of the calendar that a day later is one too. */
const filterDay = day.refine(
  (value) => value >= "1970" && value < "9999",
  "must be between the years 1970 and 9998",
);

export const ListEvents = z.strictObject({
  /** The id of a person. */
  actor: uuid.optional(),
  /** A key or an app by its id, or all that came from the web app or the command line. */
  credential: z
    .string()
    .toLowerCase()
    .pipe(
      z.union([
        z.templateLiteral([z.enum(["key:", "app:"]), z.uuid()]),
        z.enum(["web", "command"]),
      ]),
    )
    .optional(),
  /** A kind of thing. */
  subject: z.string().optional(),
  outcome: z.enum(["done", "refused"]).optional(),
  /** Days where the reader is, both of which count. */
  from: filterDay.optional(),
  to: filterDay.optional(),
  cursor: cursor.optional(),
  limit: limit.default(50),
});

export type ListEvents = z.output<typeof ListEvents>;

export const EventList = z.object({ events: z.array(Event), nextCursor: z.string().nullable() });

export type EventList = z.output<typeof EventList>;

const SortKey = z.tuple([instant, uuid]);

/** What was done in the team, as far as this person may see it, the newest first. */
export async function listEvents(context: JournalContext, input: ListEvents): Promise<EventList> {
  const { cursor, limit, ...given } = input;
  const filter = filterOf(context, given);
  const { actor, credential, subject, outcome, from, to } = given;
  const listing = ["activity", context.team.id, actor, credential, subject, outcome, from, to];
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

function filterOf(context: JournalContext, input: Omit<ListEvents, "cursor" | "limit">) {
  const { actor, credential, subject, outcome, from, to } = input;
  const { timeZone } = context.actor;
  const viewer = viewerOf(context);
  const type = requireSubject(context, subject);
  const isOfOwn = viewer !== undefined && type !== undefined && isPrivate(type);
  return {
    team_id: context.team.id,
    viewer,
    own: isOfOwn || undefined,
    actor,
    credential: credential?.split(":")[1],
    web: credential === "web" || undefined,
    command: credential === "command" || undefined,
    subject: type,
    done: outcome === "done" || undefined,
    refused: outcome === "refused" || undefined,
    first: from === undefined ? undefined : startOfDay(timeZone, from),
    end: to === undefined ? undefined : startOfDay(timeZone, addDays(to, 1)),
  };
}

function requireSubject({ subjects }: JournalContext, given: string | undefined) {
  if (given === undefined || isSubjectType(subjects, given)) return given;
  throw new Refusal({
    code: "invalid_argument",
    path: "subject",
    message: `subject must be one of ${Object.keys(subjects).join(", ")}`,
    next: "choose one of them, or leave it out",
  });
}
