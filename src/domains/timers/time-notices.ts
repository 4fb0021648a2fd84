import { sql } from "kysely";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { indexedBy } from "../../db/dialect.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { addDays } from "../../shared/calendar.ts";
import { dayIn, type Instant, millisecondsBetween } from "../../shared/time.ts";
import { counted, spoken } from "../../shared/words.ts";
import type { EntryRow } from "../timesheet/entry.ts";
import { LONGEST_SECONDS } from "../timesheet/times.ts";

/** Entries that are looked at beside one; more are only told as more. */
const MOST_BESIDE = 20;

/** Days before one on which time may begin that reaches into it. */
const LONGEST_DAYS = Math.ceil(LONGEST_SECONDS / 86_400);

/** Sentences about finished time of the person at the same moments. Timers that were forgotten are told elsewhere. */
export async function overlapNotices(
  { db, team, now }: Context,
  { id, assigned_id, project_id, date, start, stop, time_zone }: EntryRow,
): Promise<readonly string[]> {
  if (start === null) return [];
  const end = stop ?? now;
  const rows = await findBeside(db, {
    team_id: team.id,
    assigned_id,
    first: addDays(date, -LONGEST_DAYS),
    // Further east it may be a day later. The sort key begins with the day and a space, which sorts before "~".
    last: `${addDays(dayIn(time_zone, end), 1)}~`,
    id,
    start,
    end,
    rows: MOST_BESIDE + 1,
  });
  const copied = rows.find(
    (other) => other.start === start && other.stop === stop && other.project_id === project_id,
  );
  const twice =
    copied === undefined
      ? []
      : [
          `Entry ${copied.id} has the same time on the same project: one of the two may be written twice.`,
        ];
  const others = rows
    .map((other) => ({ ...other, seconds: sharedSeconds(other, { start, stop: end }) }))
    .filter(({ id, seconds }) => id !== copied?.id && seconds > 0);
  const [first, ...more] = others;
  if (first === undefined) return twice;
  const least = rows.length > MOST_BESIDE ? "at least " : "";
  const besides =
    more.length === 0
      ? ""
      : `, and with ${least}${counted(more.length, "other entry", "other entries")}`;
  return [
    ...twice,
    `The time overlaps by ${spoken(first.seconds)} with entry ${first.id} on ${quoted(first.project_name)}, ${first.start} to ${first.stop}${besides}.`,
  ];
}

type Beside = {
  readonly team_id: string;
  readonly assigned_id: string;
  readonly first: string;
  readonly last: string;
  readonly id: string;
  readonly start: Instant;
  readonly end: Instant;
  readonly rows: number;
};

export const findBeside = preparedQuery((db, { slot }: Slots<Beside>) =>
  db
    .selectFrom(
      sql<Schema["tracker_entries"]>`(select * from tracker_entries as listed
        ${indexedBy(db, "tracker_entries_by_person")}
        where listed.team_id = ${slot("team_id")} and listed.assigned_id = ${slot("assigned_id")}
          and listed.sort_key >= ${slot("first")} and listed.sort_key < ${slot("last")}
          and listed.id <> ${slot("id")}
          and listed.start < ${slot("end")} and listed.stop > ${slot("start")}
        order by listed.sort_key limit ${slot("rows")})`.as("entry"),
    )
    .innerJoin("tracker_projects as project", (join) =>
      join
        .onRef("project.team_id", "=", "entry.team_id")
        .onRef("project.id", "=", "entry.project_id"),
    )
    .select(["entry.id", "entry.project_id", "project.name as project_name"])
    .select(["entry.start", "entry.stop"])
    .$narrowType<Stretch>()
    .orderBy("entry.sort_key"),
);

type Stretch = { readonly start: Instant; readonly stop: Instant };

function sharedSeconds(one: Stretch, other: Stretch): number {
  const start = one.start > other.start ? one.start : other.start;
  const stop = one.stop < other.stop ? one.stop : other.stop;
  return Math.floor(millisecondsBetween(start, stop) / 1000);
}

export function completedNotices({
  name,
  status,
}: {
  readonly name: string;
  readonly status: string;
}): readonly string[] {
  return status === "completed" ? [`The project ${quoted(name)} is completed.`] : [];
}
