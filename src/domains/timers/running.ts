import { type NotNull, sql } from "kysely";
import { Refusal } from "../../core/errors.ts";
import { quoted } from "../../core/visible.ts";
import type { AuditContext } from "../../db/context.ts";
import { indexedBy } from "../../db/dialect.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import type { Db, Schema } from "../../db/schema/schema.ts";
import { type Day, dayIn, type Instant, millisecondsBetween } from "../../shared/time.ts";
import { type EntryRow, selectEntries } from "../timesheet/entry.ts";

/** Tolerance for clients whose clock is ahead of the server's. */
export const TOLERANCE_MS = 60_000;

export type Timer = EntryRow & { readonly start: Instant };

/** @throws Refusal for a start in the future */
export function startInPast({ now }: AuditContext, start: Instant): Instant {
  if (millisecondsBetween(now, start) <= TOLERANCE_MS) return start;
  throw new Refusal({
    code: "invalid_argument",
    path: "start",
    message: `start (${start}) is in the future; it is now ${now}`,
    next: "leave start out, or give one that has passed",
  });
}

/** `today` is the date in its person's time zone. */
export type RunningTimer = Timer & { readonly today: Day };

/** Finds the timers of a person or the whole team, newest first. */
export async function runningTimers(
  context: AuditContext,
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

const findRunning = preparedQuery((db, slots: Slots<Values>) =>
  selectEntries(db, runningRows(db, slots))
    .select("assigned.time_zone as assigned_time_zone")
    .orderBy(slots.given("assigned_id") ? "entry.date" : "entry.sort_key", "desc")
    .$if(slots.given("rows"), (query) => query.limit(slots.slot("rows")))
    .$narrowType<{ start: NotNull }>(),
);

/**
 * Both filters have a partial index of running timers. SQLite is told its name: its statistics do not tell
 * how few rows are in it. A person's is in the order by date, which is a total order: nobody has two
 * running timers on one day.
 */
function runningRows(db: Db, { slot, given }: Slots<Values>) {
  const isOfPerson = given("assigned_id");
  const index = isOfPerson ? "tracker_entries_running" : "tracker_entries_running_newest";
  const person = isOfPerson ? sql`and assigned_id = ${slot("assigned_id")}` : sql``;
  return sql<Schema["tracker_entries"]>`(select * from tracker_entries ${indexedBy(db, index)}
    where team_id = ${slot("team_id")} ${person} and start is not null and stop is null)`;
}

/**
 * A later day counts as today: the person has moved to the west, or midnight is less than a minute away.
 * Older timers were forgotten.
 */
export function isOfToday({ date, today }: RunningTimer): boolean {
  return date >= today;
}

/** True when the clock was set back since the timer was made: it cannot say how long it ran. */
export function isAhead({ now }: AuditContext, { created_at }: EntryRow): boolean {
  return created_at > now;
}

export async function forgottenTimers(
  context: AuditContext,
  assignedId?: string,
): Promise<readonly string[]> {
  return forgottenOf(await runningTimers(context, assignedId, MOST_LOOKED_AT));
}

type Sum = {
  readonly range: { readonly from: Day; readonly to: Day };
  readonly project_id: string | undefined;
  readonly assigned_id: string | undefined;
};

/** Says that timers which run are in no sum of some days, and which of any days were forgotten. */
export async function runningNotices(
  context: AuditContext,
  { range: { from, to }, project_id, assigned_id }: Sum,
): Promise<readonly string[]> {
  const timers = await runningTimers(context, assigned_id, MOST_LOOKED_AT);
  const isSummed = (timer: RunningTimer) =>
    timer.date >= from && timer.date <= to && timer.project_id === (project_id ?? timer.project_id);
  const { length } = timers.filter(isSummed);
  const more = timers.length < MOST_LOOKED_AT ? "" : " or more";
  const [are, them, they] =
    length === 1 ? ["timer is", "it", "it is"] : ["timers are", "them", "they are"];
  return [
    ...(length === 0
      ? []
      : [
          `${length}${more} running ${are} in no sum until ${they} stopped; tracker_list_entries without group_by lists ${them}.`,
        ]),
    ...forgottenOf(timers),
  ];
}

/** @param timers newest first */
export function forgottenOf(timers: readonly RunningTimer[]): readonly string[] {
  return timers
    .filter((timer) => !isOfToday(timer))
    .slice(0, MOST_NOTICES)
    .map(sentenceOf);
}

const MOST_NOTICES = 5;
/** Today's timers come first, then the most recently forgotten. */
const MOST_LOOKED_AT = 100;

function sentenceOf({ id, date, project_name }: EntryRow): string {
  return `A timer of ${date} on ${quoted(project_name)} is still running; tracker_stop_timer with entry_id ${id} stops it.`;
}
