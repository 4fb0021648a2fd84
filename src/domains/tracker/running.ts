import type { NotNull } from "kysely";
import { type Day, dayIn, type Instant } from "../../core/time.ts";
import type { Signed } from "../../db/context.ts";
import { hotQuery, type Slots } from "../../db/hot-query.ts";
import { type EntryRow, selectEntries } from "./entry.ts";

/** How far a clock that runs ahead of this server's may be off. */
export const TOLERANCE_MS = 60_000;

export type Timer = EntryRow & { readonly start: Instant };

/** A timer that runs, and the day it is now where its person is. */
export type RunningTimer = Timer & { readonly today: Day };

/** The timers that run for a person, or for the whole team, the newest first, or the newest `rows`. */
export async function runningTimers(
  context: Signed,
  assigned_id?: string,
  rows?: number,
): Promise<readonly RunningTimer[]> {
  const timers = await findRunning(context.db, { team_id: context.team.id, assigned_id, rows });
  return timers.map((timer) => ({
    ...timer,
    today: dayIn(timer.assigned_time_zone, context.now),
  }));
}

type Values = {
  readonly team_id: string;
  readonly assigned_id: string | undefined;
  readonly rows: number | undefined;
};

/**
 * Each has a partial index that holds running timers only. SQLite takes the one of a person for
 * their order by date, which tells all of them apart: nobody has two on one day.
 */
const findRunning = hotQuery((db, { slot, given }: Slots<Values>) =>
  selectEntries(db)
    .select("assigned.time_zone as assigned_time_zone")
    .where("entry.team_id", "=", slot("team_id"))
    .where("entry.start", "is not", null)
    .where("entry.stop", "is", null)
    .$if(given("assigned_id"), (query) =>
      query.where("entry.assigned_id", "=", slot("assigned_id")),
    )
    .orderBy(given("assigned_id") ? "entry.date" : "entry.sort_key", "desc")
    .$if(given("rows"), (query) => query.limit(slot("rows")))
    .$narrowType<{ start: NotNull }>(),
);

/**
 * Whether a timer is today's, and not one that was forgotten. One of a later day is today's too: its
 * person has moved to the west, or midnight is less than a minute away.
 */
export function isOfToday({ date, today }: RunningTimer): boolean {
  return date >= today;
}

/** One sentence for each timer that still runs since an earlier day. */
export async function forgottenTimers(
  context: Signed,
  assignedId?: string,
): Promise<readonly string[]> {
  const timers = await runningTimers(context, assignedId, MOST_LOOKED_AT);
  return timers
    .filter((timer) => !isOfToday(timer))
    .slice(0, MOST_NOTICES)
    .map(sentenceOf);
}

const MOST_NOTICES = 5;
/** Today's timers come first, and then those that were forgotten last. */
const MOST_LOOKED_AT = 100;

function sentenceOf({ id, date, project_name }: EntryRow): string {
  return `A timer of ${date} on ${project_name} is still running; tracker_stop_timer with entry_id ${id} stops it.`;
}
