import { fold } from "../../core/fold.ts";
import { pause } from "../../db/chunks.ts";
import type { Context } from "../../db/context.ts";
import { addDays } from "../../shared/calendar.ts";
import { withoutApostrophes } from "../../shared/csv.ts";
import type { Day, Instant } from "../../shared/time.ts";
import { findEntries } from "../timesheet/list-entries.ts";

/** Time of a person that the team has already. */
export type KnownTime = {
  /** Counts of equal entries by their key. */
  readonly keys: Map<string, number>;
  /** In the order of their starts, each with the latest stop so far. */
  readonly stretches: readonly Stretch[];
};

type Stretch = { readonly start: Instant; readonly stop: Instant; readonly latest: Instant };

type Comparable = {
  readonly date: Day;
  readonly start: Instant | null;
  readonly stop: Instant | null;
  readonly duration: number | null;
  readonly project: string;
  readonly description: string | null;
};

/** Equal for entries that say the same, as far as a file can tell: to the second. */
export function keyOf({ date, start, stop, duration, project, description }: Comparable): string {
  const times = start === null ? [date, duration] : [start.slice(0, 19), stop?.slice(0, 19)];
  return JSON.stringify([...times, fold(wordsOf(project)), wordsOf(description ?? "")]);
}

function wordsOf(text: string): string {
  return withoutApostrophes(text.trim()).replaceAll(/\s+/g, " ").trim();
}

const ROWS_A_READ = 2000;

/** Reads a person's entries from a day to another, and from the day before. */
export async function knownTimeOf(
  context: Context,
  { person, first, last }: { readonly person: string; readonly first: Day; readonly last: Day },
): Promise<KnownTime> {
  const keys = new Map<string, number>();
  const found: { start: Instant; stop: Instant }[] = [];
  const span = {
    team_id: context.team.id,
    assigned_id: person,
    first: addDays(first, -8),
    last: `${addDays(last, 1)}~`,
  };
  for (let after: string | undefined; ;) {
    const rows = await findEntries(context.db, { ...span, after, rows: ROWS_A_READ });
    for (const row of rows) {
      const key = keyOf({ ...row, project: row.project_name });
      keys.set(key, (keys.get(key) ?? 0) + 1);
      if (row.start !== null) found.push({ start: row.start, stop: row.stop ?? context.now });
    }
    if (rows.length < ROWS_A_READ) return { keys, stretches: stretchesOf(found) };
    after = rows.at(-1)?.sort_key;
    await pause(context);
  }
}

function stretchesOf(found: readonly { start: Instant; stop: Instant }[]): readonly Stretch[] {
  let latest = "";
  return found
    .toSorted((one, other) => (one.start < other.start ? -1 : 1))
    .map((stretch) => {
      if (stretch.stop > latest) latest = stretch.stop;
      return { ...stretch, latest };
    });
}

/** True when a stretch of time meets one that is known: the last that starts before its end decides. */
export function overlapsKnown({ stretches }: KnownTime, start: Instant, stop: Instant): boolean {
  let [low, high] = [0, stretches.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((stretches[middle]?.start ?? "") < stop) low = middle + 1;
    else high = middle;
  }
  return (stretches[low - 1]?.latest ?? "") > start;
}
