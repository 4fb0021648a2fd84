import { sql } from "kysely";
import { z } from "zod";
import { Refusal } from "../../core/errors.ts";
import { instant, text, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { indexedBy } from "../../db/dialect.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import type { CredentialKind } from "../../db/schema/activity.ts";
import { transaction } from "../../db/transaction.ts";
import { addDays, startOfDay } from "../../shared/calendar.ts";
import { millisecondsBetween, addMilliseconds, type Instant } from "../../shared/time.ts";
import { trimDescription, lockPerson } from "../timesheet/add-entry.ts";
import { holdPersonOf } from "../timesheet/change-entry.ts";
import {
  getTime,
  lockEntry,
  requireProjectForTime,
  timeById,
  TrackedTime,
  selectTime,
  TrackedProject,
} from "../timesheet/tracked-time.ts";
import { isOfToday, type RunningTimer, runningTimers } from "./running.ts";
import { startTimer } from "./start-timer.ts";
import { stopTimer } from "./stop-timer.ts";

const Proposal = z.object({
  stop: z.string(),
  /** A change in the web app, a change or a call of an assistant, or the end of the last entry. */
  because: z.enum(["change", "assistant", "entry"]),
  /** The assistant's name for itself. */
  client: z.string().nullable(),
});

type Proposal = z.output<typeof Proposal>;

const Timer = TrackedTime.extend({
  start: z.string(),
  /** It runs since an earlier day, or for very long. */
  isDoubtful: z.boolean(),
  proposal: Proposal.nullable(),
});

export const OwnTimer = z.object({
  running: Timer.nullable(),
  /** Timers since an earlier day, the newest first. */
  forgotten: z.array(Timer),
  now: z.string(),
});

export type OwnTimer = z.output<typeof OwnTimer>;

const MOST_FORGOTTEN = 5;
const DOUBTFUL_MS = 10 * 60 * 60_000;

export async function ownTimer(context: Context): Promise<OwnTimer> {
  const timers = await runningTimers(context, context.actor.id, MOST_FORGOTTEN + 1);
  const running = timers.find(isOfToday);
  const forgotten = timers.filter((timer) => !isOfToday(timer)).slice(0, MOST_FORGOTTEN);
  return {
    running: running === undefined ? null : await shownTimer(context, running),
    forgotten: await Promise.all(forgotten.map(async (timer) => shownTimer(context, timer))),
    now: context.now,
  };
}

async function shownTimer(context: Context, timer: RunningTimer) {
  const isLong = millisecondsBetween(timer.start, context.now) > DOUBTFUL_MS;
  const isDoubtful = isLong || !isOfToday(timer);
  return {
    ...(await timeById(context, timer.id)),
    start: timer.start,
    isDoubtful,
    proposal: isDoubtful ? await proposalFor(context, timer) : null,
  };
}

export const StartOwn = z.strictObject({
  project: uuid,
  description: text(2000).nullish(),
  start: instant.optional(),
});

export type StartOwn = z.output<typeof StartOwn>;

export const Started = z.object({
  timer: TrackedTime,
  /** The timer that was stopped for this one. */
  stopped: z.object({ project: z.string(), seconds: z.int(), isDiscarded: z.boolean() }).nullable(),
  event: uuid,
});

export type Started = z.output<typeof Started>;

export async function startOwn(context: Context, input: StartOwn): Promise<Started> {
  return transaction(context, async (context) => {
    const { project: project_id, description, start } = input;
    await lockPerson(context, undefined);
    await requireProjectForTime(context, project_id);
    const given = { project_id, description: trimDescription(description), start };
    const { id, stopped, event } = await startTimer(context, given);
    return {
      timer: await timeById(context, id),
      stopped:
        stopped === null
          ? null
          : {
              project: stopped.project.name,
              seconds: stopped.duration ?? 0,
              isDiscarded: stopped.discarded,
            },
      event,
    };
  });
}

export const ContinueEntry = z.strictObject({ id: uuid });

/**
 * Starts a timer of the caller with the project and description of an entry. Its person is not locked: two
 * admins who continue with each other's entries would wait for each other.
 */
export async function continueEntry(
  context: Context,
  { id }: z.output<typeof ContinueEntry>,
): Promise<Started> {
  return transaction(context, async (context) => {
    const { project, description } = await getTime(context, { id });
    return startOwn(context, { project: project.id, description });
  });
}

export const StopOwn = z.strictObject({ id: uuid, stop: instant.optional() });

export const StoppedOwn = z.object({
  project: z.string(),
  seconds: z.int(),
  /** It ran for under a minute, so it was deleted. */
  isDiscarded: z.boolean(),
  event: uuid,
});

export type StoppedOwn = z.output<typeof StoppedOwn>;

export async function stopOwn(
  context: Context,
  { id, stop }: z.output<typeof StopOwn>,
): Promise<StoppedOwn> {
  return transaction(context, async (context) => {
    await holdPersonOf(context, id);
    const entry = await lockEntry(context, id);
    if (entry.stop !== null || entry.start === null) throw runsNoLonger(id);
    const { project, duration, discarded, event } = await stopTimer(context, {
      entry_id: id,
      stop,
    });
    return { project: project.name, seconds: duration ?? 0, isDiscarded: discarded, event };
  });
}

function runsNoLonger(id: string): Refusal {
  return new Refusal({
    code: "already_stopped",
    message: `The timer ${id} does not run any more`,
    next: "it was stopped in another tab, by an assistant, or by hand",
  });
}

/** A timer that is kept runs for a minute at least. */
const SHORTEST_MS = 60_000;

/**
 * Proposes when a forgotten timer should have stopped: at the last thing that the person or their
 * assistants did on its day, else at the end of the last entry. Null when nothing is known.
 */
async function proposalFor(context: Context, timer: RunningTimer): Promise<Proposal | null> {
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

export const findLastChange = preparedQuery((db, slots: Slots<Span>) =>
  db
    .selectFrom(
      sql<Did>`(select created_at, credential_kind, client_name
        from activity_events ${indexedBy(db, "activity_events_by_actor")}
        where team_id = ${slots.slot("team_id")} and actor_id = ${slots.slot("person")}
          ${latestIn(slots)})`.as("event"),
    )
    .selectAll(),
);

export const findLastCall = preparedQuery((db, slots: Slots<Span>) =>
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

const findEnds = preparedQuery((db, { slot }: Slots<OfDay>) =>
  db
    .selectFrom("tracker_entries as entry")
    .select("entry.stop")
    .where("entry.team_id", "=", slot("team_id"))
    .where("entry.assigned_id", "=", slot("person"))
    .where("entry.sort_key", ">=", slot("day"))
    .where("entry.sort_key", "<", slot("last")),
);

export const Recent = z.object({
  recent: z.array(z.object({ project: TrackedProject, description: z.string().nullable() })),
});

export type Recent = z.output<typeof Recent>;

const MOST = 8;
const LOOKED_AT = 200;

/** The caller's last distinct combinations of project and description, without completed projects. */
export async function recentWork({ db, team, actor }: Context): Promise<Recent> {
  const rows = await findNewest(db, { team_id: team.id, assigned_id: actor.id, rows: LOOKED_AT });
  const known = new Map(rows.map((row) => [`${row.project_id} ${row.description ?? ""}`, row]));
  // A later row of the same combination has replaced the value, but not the place.
  const recent = [...known.values()].slice(0, MOST).map((row) => ({
    project: { id: row.project_id, name: row.project_name, customer: row.customer_name },
    description: row.description,
  }));
  return { recent };
}

type Values = { readonly team_id: string; readonly assigned_id: string; readonly rows: number };

export const findNewest = preparedQuery((db, { slot }: Slots<Values>) =>
  selectTime(
    db,
    sql`(select * from tracker_entries as listed
      where listed.team_id = ${slot("team_id")} and listed.assigned_id = ${slot("assigned_id")}
      order by listed.sort_key desc limit ${slot("rows")})`,
  )
    .where("project.status", "=", sql.lit("in_progress"))
    .orderBy("entry.sort_key", "desc"),
);
