import { type Axis, MINUTE_MS } from "./axis.ts";
import type { Timed } from "./timed.ts";

const HOUR_MS = 60 * MINUTE_MS;
/** Hours at both ends of a day in which nobody works, as a rule. */
const MORNING_MS = 7 * HOUR_MS;
const EVENING_MS = 4 * HOUR_MS;

/** Ends of a day that are folded. */
export type Folds = { readonly morning: boolean; readonly evening: boolean };

/** The day without its first seven and last four hours, as far as they have no entry and are not now. */
export function withoutNight(
  axis: Axis,
  timed: readonly Pick<Timed, "times">[],
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
