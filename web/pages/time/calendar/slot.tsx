import type { KeyboardEvent } from "react";
import { dayHead } from "../week/words.ts";
import { type Axis, lengthOf, MINUTE_MS, type Times } from "./axis.ts";
import { clockText } from "./timed.ts";

type SlotProps = {
  readonly axis: Axis;
  readonly times: Times;
  readonly timeZone: string;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onAdd: () => void;
};

/** Element id of the place. */
export const SLOT = "calendar-slot";

/** Place for a new entry that the keyboard moves. It is seen while it has the focus. */
export function Slot({ axis, times, timeZone, onKey, onAdd }: SlotProps) {
  const length = lengthOf(axis);
  const share = (ms: number) => `${(ms / MINUTE_MS / length) * 100}%`;
  return (
    <button
      className="pointer-events-none absolute inset-x-px z-10 scroll-mt-20 min-h-6 rounded-control border-2 border-accent bg-surface px-1.5 text-start align-top text-caption font-semibold opacity-0 focus:pointer-events-auto focus:opacity-100"
      id={SLOT}
      onClick={onAdd}
      onKeyDown={onKey}
      style={{ top: share(times.start - axis.from), height: share(times.stop - times.start) }}
      type="button"
    >
      Add {clockText(times, timeZone)}
      <span className="sr-only">, {dayHead(axis.day)}</span>
    </button>
  );
}
