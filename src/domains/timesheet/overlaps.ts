import { type Instant, millisecondsBetween } from "../../shared/time.ts";
import type { EntryRow } from "./entry.ts";

/** Two entries of one person, and the length of their overlap. */
export type Overlap = { readonly entries: readonly [string, string]; readonly seconds: number };

const MOST = 20;

/**
 * @param entries earliest first; a running timer is taken to end now
 * @param most overlaps that are found at most
 */
export function overlapsOf(
  entries: readonly EntryRow[],
  now: Instant,
  most = MOST,
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
