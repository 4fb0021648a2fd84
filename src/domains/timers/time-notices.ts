import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { addDays } from "../../shared/calendar.ts";
import { dayIn } from "../../shared/time.ts";
import { counted, spoken } from "../../shared/words.ts";
import type { EntryRow } from "../timesheet/entry.ts";
import { findTimes, overlapsOf } from "../timesheet/list-time.ts";

const MOST_READ = 200;

/** Sentences about finished time of the person at the same moments. Timers that were forgotten are told elsewhere. */
export async function overlapNotices(
  { db, team, now }: Context,
  { id, assigned_id, project_id, date, start, stop, time_zone }: EntryRow,
): Promise<readonly string[]> {
  if (start === null) return [];
  const rows = await findTimes(db, {
    team_id: team.id,
    assigned_id,
    first: addDays(date, -1),
    last: `${dayIn(time_zone, stop ?? now)}~`,
    rows: MOST_READ,
  });
  const entries = rows.filter((row) => row.stop !== null || row.id === id).toReversed();
  const copied = entries.find(
    (other) =>
      other.id !== id &&
      other.start === start &&
      other.stop === stop &&
      other.project_id === project_id,
  );
  const twice =
    copied === undefined
      ? []
      : [
          `Entry ${copied.id} has the same time on the same project: one of the two may be written twice.`,
        ];
  const others = overlapsOf(entries, now, MOST_READ).flatMap(({ entries, seconds }) =>
    entries.includes(id) ? [{ id: entries.find((one) => one !== id), seconds }] : [],
  );
  const [first, ...more] = others.filter((other) => other.id !== copied?.id);
  if (first === undefined) return twice;
  const besides =
    more.length === 0 ? "" : `, and with ${counted(more.length, "other entry", "other entries")}`;
  return [
    ...twice,
    `The time overlaps by ${spoken(first.seconds)} with entry ${first.id}${besides}.`,
  ];
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
