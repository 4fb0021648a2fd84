import type { Context } from "../../db/context.ts";
import { pause } from "../../db/transaction.ts";
import { addDays } from "../../shared/calendar.ts";
import { withoutApostrophes } from "../../shared/csv.ts";
import type { Day, Instant } from "../../shared/time.ts";
import { findEntries } from "../timesheet/list-entries.ts";

export type KnownTime = {
  /** By everything that a file has of an entry. */
  readonly same: Entries;
  /** By their times alone; of entries without a start with the description too. */
  readonly sameTimes: Entries;
  /** Entries without a start, by project, day and length. */
  readonly alike: Entries;
  /** In the order of their starts, each with the latest stop so far. */
  readonly stretches: readonly Stretch[];
};

/** By key. An entry stands for one row: a file with two equal rows may add the second. */
type Entries = Map<string, Entry[]>;

type Entry = { isTaken: boolean };

type Stretch = { readonly start: Instant; readonly stop: Instant; readonly latest: Instant };

type Comparable = {
  readonly date: Day;
  readonly start: Instant | null;
  readonly stop: Instant | null;
  readonly duration: number | null;
  readonly project_id: string | null;
  readonly description: string | null;
};

/** Finds an entry that says the same to the second, and takes it. */
export function takeSame({ same }: KnownTime, row: Comparable): boolean {
  return take(same, keysOf(row).same);
}

/**
 * Finds an entry that was the same before somebody edited it. Without a start that is certain only of a
 * project that the team does not have by this name any more.
 */
export function takeEdited({ sameTimes }: KnownTime, row: Comparable): boolean {
  return (row.start !== null || row.project_id === null) && take(sameTimes, keysOf(row).sameTimes);
}

/** Finds an entry without a start that differs only in its description. */
export function takeAlike({ alike }: KnownTime, row: Comparable): boolean {
  return row.start === null && row.project_id !== null && take(alike, keysOf(row).alike);
}

function take(entries: Entries, key: string): boolean {
  const left = entries.get(key) ?? [];
  for (let entry = left.pop(); entry !== undefined; entry = left.pop()) {
    if (entry.isTaken) continue;
    entry.isTaken = true;
    return true;
  }
  return false;
}

function keysOf({ date, start, stop, duration, project_id, description }: Comparable) {
  const words = wordsOf(description ?? "");
  const times = start === null ? [date, duration] : [start.slice(0, 19), stop?.slice(0, 19)];
  return {
    same: JSON.stringify([...times, project_id, words]),
    sameTimes: JSON.stringify(start === null ? [...times, words] : times),
    alike: JSON.stringify([...times, project_id]),
  };
}

function wordsOf(text: string): string {
  return withoutApostrophes(text.trim()).replaceAll(/\s+/g, " ").trim();
}

const ROWS_A_READ = 2000;

type Span = {
  readonly person: string;
  readonly first: Day;
  readonly last: Day;
  /** The id by which a file's rows name a project. */
  readonly foundAs: (projectId: string) => string;
};

/** Reads a person's entries from a day to another, and from the week before. */
export async function knownTimeOf(
  context: Context,
  { person, first, last, foundAs }: Span,
): Promise<KnownTime> {
  const known = { same: new Map(), sameTimes: new Map(), alike: new Map() };
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
      add(known, { ...row, project_id: foundAs(row.project_id) });
      if (row.start !== null) found.push({ start: row.start, stop: row.stop ?? context.now });
    }
    if (rows.length < ROWS_A_READ) return { ...known, stretches: stretchesOf(found) };
    after = rows.at(-1)?.sort_key;
    await pause(context);
  }
}

function add({ same, sameTimes, alike }: Omit<KnownTime, "stretches">, row: Comparable): void {
  const keys = keysOf(row);
  const entry: Entry = { isTaken: false };
  for (const [entries, key] of [
    [same, keys.same],
    [sameTimes, keys.sameTimes],
    [alike, keys.alike],
  ] as const) {
    const equal = entries.get(key);
    if (equal === undefined) entries.set(key, [entry]);
    else equal.push(entry);
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

/** Looks at the last known stretch that starts before the end. */
export function overlapsKnown({ stretches }: KnownTime, start: Instant, stop: Instant): boolean {
  let [low, high] = [0, stretches.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((stretches[middle]?.start ?? "") < stop) low = middle + 1;
    else high = middle;
  }
  return (stretches[low - 1]?.latest ?? "") > start;
}
