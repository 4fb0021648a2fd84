import { sql } from "kysely";
import { z } from "zod";
import { Refusal } from "../../core/errors.ts";
import { uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { indexedBy } from "../../db/dialect.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import { addDays } from "../../shared/calendar.ts";
import { type Day, type Instant, millisecondsBetween } from "../../shared/time.ts";
import { dayArgument } from "./day-words.ts";
import type { EntryRow } from "./entry.ts";
import { personMeant, selectTime, TrackedTime, trackedTime } from "./tracked-time.ts";

export const ListTime = z.strictObject({
  from: dayArgument,
  to: dayArgument,
  /** Left out: the caller. */
  person: uuid.optional(),
  project: uuid.optional(),
});

export const TimeList = z.object({
  /** The newest first. */
  entries: z.array(TrackedTime),
  /** True when there are more than `entries` has, which are the newest. */
  isCut: z.boolean(),
  overlaps: z.array(z.object({ entries: z.tuple([z.string(), z.string()]), seconds: z.int() })),
  /** Newest day before `from` that has an entry. */
  earlier: z.string().nullable(),
  timeZone: z.string(),
  now: z.string(),
});

const MOST_DAYS = 62;
const MOST_ENTRIES = 1000;
const MOST_OVERLAPS = 200;

export async function listTime(
  context: Context,
  input: z.output<typeof ListTime>,
): Promise<z.output<typeof TimeList>> {
  const { db, team, now } = context;
  const { from, to } = input;
  if (from > to || addDays(from, MOST_DAYS) <= to) throw badRange(from, to);
  const { id: assigned_id, timeZone } = await personMeant(context, input.person);
  const mine = { team_id: team.id, assigned_id, project_id: input.project };
  const rows = await findTimes(db, {
    ...mine,
    first: from,
    // The sort key begins with the day and a space, which sorts before "~".
    last: `${to}~`,
    rows: MOST_ENTRIES + 1,
  });
  const entries = rows.slice(0, MOST_ENTRIES);
  const [earlier] = await findEarlier(db, { ...mine, first: from });
  return {
    entries: entries.map(trackedTime),
    isCut: rows.length > entries.length,
    overlaps: overlapsOf(entries.toReversed(), now, MOST_OVERLAPS).map(({ entries, seconds }) => ({
      entries: [...entries],
      seconds,
    })),
    earlier: earlier?.date ?? null,
    timeZone,
    now,
  };
}

type Mine = {
  readonly team_id: string;
  readonly assigned_id: string;
  readonly project_id?: string | undefined;
  readonly first: string;
};
type Values = Mine & { readonly last: string; readonly rows: number };

export const findTimes = preparedQuery((db, { slot, given }: Slots<Values>) =>
  selectTime(
    db,
    sql`(select * from tracker_entries as listed ${indexedBy(db, "tracker_entries_by_person")}
      where listed.team_id = ${slot("team_id")} and listed.assigned_id = ${slot("assigned_id")}
        and listed.sort_key >= ${slot("first")} and listed.sort_key < ${slot("last")}
        ${given("project_id") ? sql`and listed.project_id = ${slot("project_id")}` : sql``}
      order by listed.sort_key desc limit ${slot("rows")})`,
  )
    .select("entry.sort_key")
    .orderBy("entry.sort_key", "desc"),
);

export const findEarlier = preparedQuery((db, { slot, given }: Slots<Mine>) =>
  db
    .selectFrom("tracker_entries as entry")
    .select("entry.date")
    .where("entry.team_id", "=", slot("team_id"))
    .where("entry.assigned_id", "=", slot("assigned_id"))
    .where("entry.sort_key", "<", slot("first"))
    .$if(given("project_id"), (query) => query.where("entry.project_id", "=", slot("project_id")))
    .orderBy("entry.sort_key", "desc")
    .limit(1),
);

function badRange(from: Day, to: Day): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "to",
    message: `${from} to ${to} is not a range of 1 to ${MOST_DAYS} days`,
    next: "ask for fewer days",
  });
}

type Overlap = { readonly entries: readonly [string, string]; readonly seconds: number };

/**
 * @param entries earliest first; a running timer is taken to end now
 */
export function overlapsOf(
  entries: readonly EntryRow[],
  now: Instant,
  most = 20,
): readonly Overlap[] {
  const found: Overlap[] = [];
  let open: readonly Stretch[] = [];
  for (const stretch of entries.flatMap((entry) => stretchOf(entry, now))) {
    open = open.filter(({ stop }) => stop > stretch.start);
    for (const other of open) {
      const stop = stretch.stop < other.stop ? stretch.stop : other.stop;
      const seconds = Math.floor(millisecondsBetween(stretch.start, stop) / 1000);
      if (seconds > 0) found.push({ entries: [other.id, stretch.id], seconds });
      if (found.length === most) return found;
    }
    open = [...open, stretch];
  }
  return found;
}

type Stretch = { readonly id: string; readonly start: Instant; readonly stop: Instant };

function stretchOf({ id, start, stop }: EntryRow, now: Instant): readonly Stretch[] {
  return start === null ? [] : [{ id, start, stop: stop ?? now }];
}
