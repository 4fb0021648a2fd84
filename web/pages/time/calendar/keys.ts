import type { KeyboardEvent } from "react";
import { type Axis, stepped, type Times, within } from "./axis.ts";
import { FINE_STEP, STEP } from "./gesture.ts";

const VERTICAL: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };
const SIDEWAYS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

type Key = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;

/** Times after a key: Ctrl moves, Shift resizes at the end, Alt makes finer steps. Null for other keys. */
export function timesAfter(key: Key, times: Times, axes: readonly Axis[]): Times | null {
  const vertical = VERTICAL[key.key] ?? 0;
  const sideways = SIDEWAYS[key.key] ?? 0;
  const isMoved = key.ctrlKey || key.metaKey;
  const minutes = vertical * (key.altKey ? FINE_STEP : STEP);
  const axis = axes.find(({ from, to }) => from <= times.start && times.start < to) ?? axes[0];
  if (axis === undefined) return null;
  const length = times.stop - times.start;
  if (key.shiftKey && !isMoved && vertical !== 0) {
    const stop = stepped(axis, times.stop, minutes);
    return stop > times.start ? { start: times.start, stop } : times;
  }
  if (!isMoved || key.shiftKey) return null;
  if (vertical !== 0) {
    const start = within(axis.from, stepped(axis, times.start, minutes), axis.to - 1);
    return { start, stop: start + length };
  }
  if (sideways === 0) return null;
  const next = axes[axes.indexOf(axis) + sideways];
  if (next === undefined) return times;
  const start = Math.min(next.from + (times.start - axis.from), next.to - 1);
  return { start, stop: start + length };
}

/** Place of a new entry after a key: arrows move it, Shift makes it longer. */
export function slotAfter(key: Key, times: Times, axes: readonly Axis[]): Times | null {
  const { shiftKey, altKey, metaKey } = key;
  // Alt with ← or → is another day or week.
  if (altKey && key.key in SIDEWAYS) return null;
  return timesAfter({ key: key.key, shiftKey, altKey, metaKey, ctrlKey: !shiftKey }, times, axes);
}

/** Change of place among blocks, by day and within one. */
export function blockAfter(
  { key, ctrlKey, metaKey, shiftKey, altKey }: Key,
  days: readonly (readonly string[])[],
  block: string,
): string | null {
  if (ctrlKey || metaKey || shiftKey || altKey) return null;
  const day = days.findIndex((blocks) => blocks.includes(block));
  const here = days[day] ?? [];
  const vertical = VERTICAL[key];
  if (vertical !== undefined) return here[here.indexOf(block) + vertical] ?? null;
  const sideways = SIDEWAYS[key];
  if (sideways === undefined) return null;
  const others = sideways < 0 ? days.slice(0, day).toReversed() : days.slice(day + 1);
  return others.find((blocks) => blocks.length > 0)?.[0] ?? null;
}
