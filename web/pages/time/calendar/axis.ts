import { addDays, startOfDay } from "../../../../src/shared/calendar.ts";
import { clockTime } from "../../../dates.ts";

export const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Start and end of time as milliseconds since 1970. */
export type Times = { readonly start: number; readonly stop: number };

/** A day from its first moment to the next day's: 23 or 25 hours where clocks change. */
export type Axis = { readonly day: string; readonly from: number; readonly to: number };

export function axisOf(timeZone: string, day: string): Axis {
  const [from, to] = [startOfDay(timeZone, day), startOfDay(timeZone, addDays(day, 1))];
  return { day, from: Date.parse(from), to: Date.parse(to) };
}

export function axisLength({ from, to }: Axis): number {
  return (to - from) / MINUTE_MS;
}

export type Mark = { readonly minutes: number; readonly label: string };

/** Hours of a day by its clocks: where these change, an hour is missing or comes twice. */
export function hourMarks(axis: Axis, timeZone: string): readonly Mark[] {
  const count = Math.ceil((axis.to - axis.from) / HOUR_MS);
  return Array.from({ length: count }, (_, index) => ({
    minutes: index * 60,
    label: clockTime(new Date(axis.from + index * HOUR_MS).toISOString(), timeZone),
  }));
}

/** Nearest step of a day's grid. The moment may lie outside of the day. */
export function snapped({ from }: Axis, at: number, minutes: number): number {
  const step = minutes * MINUTE_MS;
  return from + Math.round((at - from) / step) * step;
}

export function stepped({ from }: Axis, at: number, minutes: number): number {
  const step = Math.abs(minutes) * MINUTE_MS;
  const steps = (at - from) / step;
  return from + (minutes > 0 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1) * step;
}

export function within(least: number, value: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

export type Placed<Item> = {
  readonly item: Item;
  /** Minutes since the first moment of the day. */
  readonly start: number;
  readonly end: number;
  /** Column among those that lie side by side, and their number. */
  readonly lane: number;
  readonly lanes: number;
};

/** Minutes of the smallest block. */
const SMALLEST = 30;

/**
 * Places times on a day, those that overlap side by side. Parts beyond the day are cut. Short times count
 * as long as their blocks are high, so that no block hides another.
 */
export function placed<Item>(
  axis: Axis,
  items: readonly (readonly [Item, Times])[],
): readonly Placed<Item>[] {
  const parts = items
    .filter(([, { start, stop }]) => start < axis.to && (stop > axis.from || start === axis.from))
    .map(([item, { start, stop }]) => {
      const end = (Math.min(stop, axis.to) - axis.from) / MINUTE_MS;
      // A short block at the end of the day is drawn above it.
      const top = Math.min(
        (Math.max(start, axis.from) - axis.from) / MINUTE_MS,
        axisLength(axis) - SMALLEST,
      );
      return { item, start: top, end: Math.max(end, top + SMALLEST) };
    })
    .toSorted((one, other) => one.start - other.start || other.end - one.end);
  const found: Placed<Item>[] = [];
  let ends: number[] = [];
  let cluster: Omit<Placed<Item>, "lanes">[] = [];
  const close = () => {
    found.push(...cluster.map((part) => ({ ...part, lanes: ends.length })));
    [ends, cluster] = [[], []];
  };
  for (const part of parts) {
    if (ends.every((end) => end <= part.start)) close();
    const free = ends.findIndex((end) => end <= part.start);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = part.end;
    cluster.push({ ...part, lane });
  }
  close();
  return found;
}

/** Nobody works in these hours at both ends of a day, as a rule. */
const MORNING_MS = 7 * HOUR_MS;
const EVENING_MS = 4 * HOUR_MS;

export type Folds = { readonly morning: boolean; readonly evening: boolean };

/** Folds the first seven and the last four hours of a day, as far as they have no entry and are not now. */
export function withoutNight(
  axis: Axis,
  timed: readonly { readonly times: Times }[],
  now: number,
  { morning, evening }: Folds,
): Axis {
  const used = timed
    .map(({ times }) => times)
    .filter(({ start, stop }) => start < axis.to && stop > axis.from);
  if (axis.from <= now && now < axis.to) used.push({ start: now, stop: now });
  const first = Math.min(MORNING_MS, ...used.map(({ start }) => Math.max(0, start - axis.from)));
  const last = Math.min(EVENING_MS, ...used.map(({ stop }) => Math.max(0, axis.to - stop)));
  return {
    ...axis,
    from: morning ? axis.from + Math.floor(first / HOUR_MS) * HOUR_MS : axis.from,
    to: evening ? axis.to - Math.floor(last / HOUR_MS) * HOUR_MS : axis.to,
  };
}
