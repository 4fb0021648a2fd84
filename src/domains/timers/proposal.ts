import { sql } from "kysely";
import { z } from "zod";
import type { Context } from "../../db/context.ts";
import { indexedBy } from "../../db/dialect.ts";
import { hotQuery, type Slots } from "../../db/hot-query.ts";
import type { CredentialKind } from "../../db/schema/activity.ts";
import { addDays, startOfDay } from "../../shared/calendar.ts";
import { addMilliseconds, type Instant } from "../../shared/time.ts";
import type { RunningTimer } from "./running.ts";

export const Proposal = z.object({
  stop: z.string(),
  /** A change in the web app, a change or a call of an assistant, or the end of the last entry. */
  because: z.enum(["change", "assistant", "entry"]),
  /** Name of the assistant, as it calls itself. */
  client: z.string().nullable(),
});

export type Proposal = z.output<typeof Proposal>;

/** A timer that is kept runs for a minute at least. */
const SHORTEST_MS = 60_000;

/**
 * Proposes when a forgotten timer should have stopped: at the last thing that the person or their
 * assistants did on its day, else at the end of the last entry. Null when nothing is known.
 */
export async function proposalFor(context: Context, timer: RunningTimer): Promise<Proposal | null> {
  const midnight = startOfDay(timer.time_zone, addDays(timer.date, 1));
  const span = {
    team_id: context.team.id,
    person: timer.assigned_id,
    // The start itself is nothing to go by.
    from: addMilliseconds(timer.start, SHORTEST_MS),
    until: midnight < context.now ? midnight : context.now,
  };
  const [changes, calls] = [
    await findLastChange(context.db, span),
    await findLastCall(context.db, span),
  ];
  const [last] = [...changes.map(changed), ...calls.map(called)].toSorted((one, other) =>
    one.stop > other.stop ? -1 : 1,
  );
  if (last !== undefined) return last;
  const { from: first, until: last_stop, ...of } = span;
  const ends = await findEnds(context.db, { ...of, day: timer.date, last: `${timer.date}~` });
  const stops = ends.flatMap(({ stop }) =>
    stop !== null && stop > first && stop <= last_stop ? [stop] : [],
  );
  const stop = stops.toSorted().at(-1);
  return stop === undefined ? null : { stop, because: "entry", client: null };
}

type Did = {
  readonly created_at: Instant;
  readonly credential_kind: CredentialKind;
  readonly client_name: string | null;
};

function changed({ created_at: stop, credential_kind, client_name: client }: Did): Proposal {
  const isOwn = credential_kind === "session";
  return { stop, because: isOwn ? "change" : "assistant", client: isOwn ? null : client };
}

function called({ created_at: stop, client_name: client }: Did): Proposal {
  return { stop, because: "assistant", client };
}

type Span = {
  readonly team_id: string;
  readonly person: string;
  readonly from: Instant;
  readonly until: Instant;
};

export const findLastChange = hotQuery((db, slots: Slots<Span>) =>
  db
    .selectFrom(
      sql<Did>`(select created_at, credential_kind, client_name
        from activity_events ${indexedBy(db, "activity_events_by_actor")}
        where team_id = ${slots.slot("team_id")} and actor_id = ${slots.slot("person")}
          ${latestIn(slots)})`.as("event"),
    )
    .selectAll(),
);

export const findLastCall = hotQuery((db, slots: Slots<Span>) =>
  db
    .selectFrom(
      sql<Did>`(select created_at, credential_kind, client_name
        from call_log ${indexedBy(db, "call_log_by_user")}
        where team_id = ${slots.slot("team_id")} and user_id = ${slots.slot("person")}
          ${latestIn(slots)})`.as("call"),
    )
    .selectAll(),
);

function latestIn({ slot }: Slots<Span>) {
  return sql`and created_at > ${slot("from")} and created_at <= ${slot("until")}
    order by created_at desc limit 1`;
}

type OfDay = Pick<Span, "team_id" | "person"> & { readonly day: string; readonly last: string };

const findEnds = hotQuery((db, { slot }: Slots<OfDay>) =>
  db
    .selectFrom("tracker_entries as entry")
    .select("entry.stop")
    .where("entry.team_id", "=", slot("team_id"))
    .where("entry.assigned_id", "=", slot("person"))
    .where("entry.sort_key", ">=", slot("day"))
    .where("entry.sort_key", "<", slot("last")),
);
