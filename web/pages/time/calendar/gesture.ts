import { type Axis, MINUTE_MS, snapped, type Times, within } from "./axis.ts";
import type { Timed } from "./timed.ts";

/** Minutes of a step, and with Alt. */
export const STEP = 15;
export const FINE_STEP = 1;
/** Length of a new entry that is not drawn. */
const NEW_MS = 60 * MINUTE_MS;

export type Point = { readonly axis: Axis; readonly at: number };

export type Gesture =
  | { readonly kind: "create"; readonly origin: Point }
  | { readonly kind: "move" | "start" | "end"; readonly origin: Point; readonly timed: Timed };

/** Times of a gesture so far, on the day's grid. */
export function drawnTimes(gesture: Gesture, { axis, at }: Point, minutes: number): Times {
  const { origin } = gesture;
  const step = minutes * MINUTE_MS;
  if (gesture.kind === "create") return drawn(origin, at, minutes);
  const { start, stop } = gesture.timed.times;
  if (gesture.kind === "end") {
    return { start, stop: Math.max(snapped(origin.axis, at, minutes), start + step) };
  }
  if (gesture.kind === "start")
    return { start: Math.min(snapped(origin.axis, at, minutes), stop - step), stop };
  // An entry that began on the day before may stay there.
  const least = axis.from + Math.min(0, start - origin.axis.from);
  const wanted = snapped(axis, at - (origin.at - start), minutes);
  const from = within(least, wanted, axis.to - step);
  return { start: from, stop: from + (stop - start) };
}

/** Time between the press and the pointer, at least one step. */
function drawn({ axis, at: origin }: Point, at: number, minutes: number): Times {
  const step = minutes * MINUTE_MS;
  const floor = (at: number) => axis.from + Math.floor((at - axis.from) / step) * step;
  const [one, other] = [floor(origin), floor(within(axis.from, at, axis.to - 1))];
  return { start: Math.min(one, other), stop: Math.min(Math.max(one, other) + step, axis.to) };
}

export function newAt(axis: Axis, start: number): Times {
  return { start, stop: Math.min(start + NEW_MS, axis.to) };
}
