import { pause } from "../../db/chunks.ts";
import type { Context } from "../../db/context.ts";
import type { ImportOptions } from "./import-options.ts";
import { keyOf, type KnownTime, knownTimeOf, overlapsKnown } from "./known-time.ts";
import { LocalDays } from "./local-days.ts";
import { type Owner, peopleOf } from "./people.ts";
import { type Place, placesOf } from "./places.ts";
import type { TimeFile } from "./time-file.ts";
import { type RowTimes, type TimeRow, timesOf } from "./time-row.ts";

/** Each row of a file with its fate. */
export type Plan = {
  readonly entries: readonly Planned[];
  readonly duplicates: readonly Planned[];
  readonly overlaps: readonly Planned[];
  readonly strangers: readonly Left[];
  readonly problems: readonly Left[];
};

export type Planned = {
  readonly row: TimeRow;
  readonly owner: Owner;
  readonly place: Place;
  readonly times: RowTimes;
};

/** A row that is left out, and why. */
type Left = { readonly row: TimeRow; readonly reason: string };

const ROWS_A_SLICE = 1000;

/** Finds what an import would do, and writes nothing. */
export async function planImport(
  context: Context,
  file: TimeFile,
  options: ImportOptions,
): Promise<Plan> {
  const { readable, strangers, problems } = await readRows(context, file, options);
  const duplicates: Planned[] = [];
  const overlaps: Planned[] = [];
  const entries: Planned[] = [];
  for (const planned of Map.groupBy(readable, ({ owner }) => owner.id).values()) {
    const known = await knownFor(context, planned);
    for (const one of planned) {
      if (options.duplicates === "skip" && takeKnown(known, one)) duplicates.push(one);
      else if (options.overlaps === "skip" && isOverlap(known, one)) overlaps.push(one);
      else entries.push(one);
    }
    await pause(context);
  }
  return { entries, duplicates, overlaps, strangers, problems };
}

async function readRows(context: Context, file: TimeFile, options: ImportOptions) {
  const ownerOf = await peopleOf(context, options);
  const placeOf = await placesOf(context, options, file.rows);
  const order = options.dates ?? file.order ?? "day first";
  const days = new LocalDays();
  const readable: Planned[] = [];
  const strangers: Left[] = [];
  const problems: Left[] = [];
  for (const [index, row] of file.rows.entries()) {
    if (index % ROWS_A_SLICE === 0) await pause(context);
    const owner = ownerOf(row);
    const zone = options.zone ?? ("id" in owner ? owner.zone : context.actor.timeZone);
    const times = timesOf(row, { order, zone, now: context.now, days });
    if ("problem" in times) problems.push({ row, reason: times.problem });
    else if ("reason" in owner) strangers.push({ row, reason: owner.reason });
    else readable.push({ row, owner, place: placeOf(row.customer, row.project), times });
  }
  return { readable, strangers, problems };
}

async function knownFor(context: Context, planned: readonly Planned[]): Promise<KnownTime> {
  const days = planned.map(({ times }) => times.date).toSorted();
  const [first = "", last = ""] = [days[0], days.at(-1)];
  return knownTimeOf(context, { person: planned[0]?.owner.id ?? "", first, last });
}

/** Counts a known entry only once, so that a file with two equal rows may add the second. */
function takeKnown({ keys }: KnownTime, { row, times }: Planned): boolean {
  const key = keyOf({ ...times, project: row.project, description: row.description });
  const count = keys.get(key) ?? 0;
  if (count > 0) keys.set(key, count - 1);
  return count > 0;
}

function isOverlap(known: KnownTime, { times: { start, stop } }: Planned): boolean {
  return start !== null && stop !== null && overlapsKnown(known, start, stop);
}
