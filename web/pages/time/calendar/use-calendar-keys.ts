import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useEntryActions } from "../entries/entry-actions.ts";
import { type Axis, type Placed, snapped, type Times } from "./axis.ts";
import { blockOf } from "./day-column.tsx";
import { newAt } from "./gesture.ts";
import { blockAfter, slotAfter, timesAfter } from "./keys.ts";
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
};

/** The calendar by keyboard: a place for a new entry, and one tab stop for all blocks. */
export function useCalendarKeys({ axes, days, moves, timeZone, now, nine }: Keyed) {
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
  // A block that is drawn elsewhere is another element, or loses the focus as it is put there.
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
    if (event.key === "Delete") {
      const at = all.indexOf(block);
      wanted.current = all[at + 1] ?? all[at - 1] ?? null;
      void remove([timed.entry.id]);
    }
    const times = timed.isRunning ? null : timesAfter(event, timed.times, axes);
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
