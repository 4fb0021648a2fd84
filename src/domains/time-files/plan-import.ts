import type { Context } from "../../db/context.ts";
import { inSlices, pause } from "../../db/transaction.ts";
import type { TimeImportOptions } from "./import-options.ts";
import {
  type KnownTime,
  knownTimeOf,
  overlapsKnown,
  takeAlike,
  takeEdited,
  takeSame,
} from "./known-time.ts";
import { type Owner, peopleOf } from "./people.ts";
import { type Place, placesOf } from "./places.ts";
import type { TimeFile } from "./time-file.ts";
import { type RowTimes, type TimeRow, rowTimes } from "./time-row.ts";
import { LocalDays } from "./written-times.ts";

export type Plan = {
  readonly entries: readonly Planned[];
  readonly duplicates: readonly Planned[];
  /** Rows that meet known time, or may be it with another description. */
  readonly overlaps: readonly Planned[];
  readonly strangers: readonly Left[];
  /** Rows of people whom no member matches, even if a member was chosen for them. */
  readonly unknown: readonly TimeRow[];
  readonly problems: readonly Left[];
};

export type Planned = {
  readonly row: TimeRow;
  readonly owner: Owner;
  readonly place: Place;
  readonly times: RowTimes;
};

type Left = { readonly row: TimeRow; readonly reason: string };

const ROWS_A_SLICE = 500;

export async function planTimeImport(
  context: Context,
  file: TimeFile,
  options: TimeImportOptions,
): Promise<Plan> {
  const { readable, foundAs, ...left } = await readRows(context, file, options);
  const duplicates: Planned[] = [];
  const overlaps: Planned[] = [];
  const entries: Planned[] = [];
  for (const planned of Map.groupBy(readable, ({ owner }) => owner.id).values()) {
    const known = await knownFor(context, planned, foundAs);
    const fates = await inSlices(context, fatesOf(known, planned));
    for (const one of planned) {
      const fate = fates.get(one);
      if (fate === "known" && options.duplicates === "skip") duplicates.push(one);
      else if (fate === "doubtful" && options.overlaps === "skip") overlaps.push(one);
      else entries.push(one);
    }
    await pause(context);
  }
  return { entries, duplicates, overlaps, ...left };
}

async function readRows(context: Context, file: TimeFile, options: TimeImportOptions) {
  const { ownerOf, isUnknown } = await peopleOf(context, options);
  const { placeOf, foundAs } = await placesOf(context, options, file.rows);
  const order = options.dates ?? file.order ?? "day first";
  const days = new LocalDays();
  const readable: Planned[] = [];
  const strangers: Left[] = [];
  const problems: Left[] = [];
  const unknown: TimeRow[] = [];
  for (const [index, row] of file.rows.entries()) {
    if (index % ROWS_A_SLICE === 0) await pause(context);
    const owner = ownerOf(row);
    const zone = options.zone ?? ("id" in owner ? owner.zone : context.actor.timeZone);
    const times = rowTimes(row, { order, zone, now: context.now, days });
    if ("problem" in times) {
      problems.push({ row, reason: times.problem });
      continue;
    }
    if (isUnknown(row)) unknown.push(row);
    if ("reason" in owner) strangers.push({ row, reason: owner.reason });
    else readable.push({ row, owner, place: placeOf(row.customer, row.project), times });
  }
  return { readable, strangers, problems, unknown, foundAs };
}

async function knownFor(
  context: Context,
  planned: readonly Planned[],
  foundAs: (projectId: string) => string,
): Promise<KnownTime> {
  const days = planned.map(({ times }) => times.date).toSorted();
  const [first = "", last = ""] = [days[0], days.at(-1)];
  const person = planned[0]?.owner.id ?? "";
  return knownTimeOf(context, { person, first, last, foundAs });
}

type Fate = "known" | "doubtful";

/** Each kind of match looks at all rows before the next: an entry that a later row equals is no other row's. */
function* fatesOf(
  known: KnownTime,
  planned: readonly Planned[],
): Generator<void, ReadonlyMap<Planned, Fate>> {
  const fates = new Map<Planned, Fate>();
  const settle = function* (
    fate: Fate,
    isSo: (row: Parameters<typeof takeSame>[1]) => boolean,
  ): Generator<void> {
    for (const [index, one] of planned.entries()) {
      if (index % ROWS_A_SLICE === 0) yield;
      const { row, place, times } = one;
      const compared = { ...times, project_id: place.id, description: row.description };
      if (!fates.has(one) && isSo(compared)) fates.set(one, fate);
    }
  };
  yield* settle("known", (row) => takeSame(known, row));
  yield* settle("known", (row) => takeEdited(known, row));
  yield* settle(
    "doubtful",
    ({ start, stop, ...row }) =>
      takeAlike(known, { start, stop, ...row }) ||
      (start !== null && stop !== null && overlapsKnown(known, start, stop)),
  );
  return fates;
}
