import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { say } from "../../../components/toast.tsx";
import { useEntryActions } from "../entries/entry-actions.ts";
import type { Entry } from "../entries/entry.ts";
import { type Axis, type Placed, snapped, stepped, type Times, within } from "./axis.ts";
import { blockOf } from "./day-column.tsx";
import { FINE_STEP, newAt, STEP } from "./gesture.ts";
import { type Timed, timesText } from "./timed.ts";
import type { Moves } from "./use-moves.ts";

type Keyed = {
  readonly axes: readonly [Axis, ...Axis[]];
  readonly days: readonly (readonly Placed<Timed>[])[];
  readonly moves: Moves;
  readonly timeZone: string;
  readonly now: number;
  /** Nine in the morning of the first day. */
  readonly nine: number;
  /** Reason for which an entry cannot be changed. */
  readonly whyLocked: (entry: Entry) => string | null;
};

/** The calendar by keyboard: a place for a new entry, and one tab stop for all blocks. */
export function useCalendarKeys({ axes, days, moves, timeZone, now, nine, whyLocked }: Keyed) {
  const { remove } = useEntryActions();
  const [chosen, setChosen] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const [slot, setSlot] = useState(() => slotAtFirst(axes, now, nine));
  const wanted = useRef<string | null>(null);
  const blocks = axes.map(({ day }, index) =>
    (days[index] ?? []).map(({ item }) => blockOf(item, day)),
  );
  const all = blocks.flat();
  const stop = chosen !== null && all.includes(chosen) ? chosen : (all[0] ?? null);
  // A block that moves becomes another element, or loses the focus.
  useEffect(() => {
    if (wanted.current === null) return;
    const element = document.querySelector<HTMLElement>(`[data-block="${wanted.current}"]`);
    if (element === null) return;
    wanted.current = null;
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: "nearest" });
  });
  const onBlockKey = (event: KeyboardEvent, timed: Timed, block: string) => {
    const next = blockAfter(event, blocks, block);
    if (next !== null) {
      event.preventDefault();
      document.querySelector<HTMLElement>(`[data-block="${next}"]`)?.focus();
      return;
    }
    if (event.key === "Escape") moves.revert(timed.entry.id);
    const times = timed.isRunning ? null : timesAfter(event, timed.times, axes);
    const why = whyLocked(timed.entry);
    if (why !== null) {
      if (times === null && event.key !== "Delete") return;
      event.preventDefault();
      say(why, { tone: "quiet" });
      return;
    }
    if (event.key === "Delete") {
      const at = all.indexOf(block);
      wanted.current = all[at + 1] ?? all[at - 1] ?? null;
      void remove([timed.entry.id]);
    }
    if (times === null) return;
    event.preventDefault();
    moves.step(timed, times);
    setSaid(timesText(times, timeZone));
    const axis = axes.find(({ from, to }) => from <= times.start && times.start < to);
    wanted.current = axis === undefined ? block : blockOf(timed, axis.day);
  };
  const onSlotKey = (event: KeyboardEvent) => {
    const times = slotAfter(event, slot, axes);
    if (times === null) return;
    event.preventDefault();
    setSlot(times);
    setSaid(timesText(times, timeZone));
    requestAnimationFrame(() => {
      const element = document.getElementById("calendar-slot");
      element?.focus({ preventScroll: true });
      element?.scrollIntoView({ block: "nearest" });
    });
  };
  return { stop, slot, said, onFocus: setChosen, onBlockKey, onSlotKey } as const;
}

/** The hour of today, or `nine`. */
function slotAtFirst(axes: readonly [Axis, ...Axis[]], now: number, nine: number): Times {
  const today = axes.find(({ from, to }) => from <= now && now < to);
  if (today !== undefined) return newAt(today, snapped(today, now, 60));
  return newAt(axes[0], nine);
}

const VERTICAL: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };
const SIDEWAYS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

type Key = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;

/** Times after a key: Ctrl moves, Shift resizes at the end, Alt makes finer steps. Null for other keys. */
function timesAfter(key: Key, times: Times, axes: readonly Axis[]): Times | null {
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

/** Place of a new entry after a key. Shift makes it longer. */
function slotAfter(key: Key, times: Times, axes: readonly Axis[]): Times | null {
  const { shiftKey, altKey, metaKey } = key;
  // Alt with ← or → goes to another day or week.
  if (altKey && key.key in SIDEWAYS) return null;
  return timesAfter({ key: key.key, shiftKey, altKey, metaKey, ctrlKey: !shiftKey }, times, axes);
}

function blockAfter(
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
