import type { KeyboardEvent, ReactNode } from "react";
import { dayHead } from "../week/words.ts";
import {
  type Axis,
  axisLength,
  type Mark,
  MINUTE_MS,
  type Placed,
  placed,
  type Times,
} from "./axis.ts";
import { Block, Ghost } from "./block.tsx";
import { heightOf, Lines } from "./lines.tsx";
import { clockRange, type Timed } from "./timed.ts";

type DayColumnProps = {
  readonly axis: Axis;
  readonly marks: readonly Mark[];
  readonly isLabelled: boolean;
  /** True for a weekend beside other days. */
  readonly isShaded: boolean;
  readonly parts: readonly Placed<Timed>[];
  readonly timeZone: string;
  readonly now: number;
  /** Time that is being drawn. */
  readonly ghost: Times | null;
  readonly draggedId: string | null;
  /** Ids of entries. */
  readonly overlapping: ReadonlySet<string>;
  readonly stop: string | null;
  readonly onOpen: (timed: Timed) => void;
  readonly onFocus: (block: string) => void;
  readonly onKey: (event: KeyboardEvent, timed: Timed, block: string) => void;
  /** The place of the keyboard. */
  readonly children: ReactNode;
};

/** One day on its axis. */
export function DayColumn({ axis, marks, isLabelled, parts, timeZone, ...rest }: DayColumnProps) {
  const length = axisLength(axis);
  const { day, from, to } = axis;
  const { now, ghost } = rest;
  const drawn = ghost === null ? [] : placed(axis, [[null, ghost]]);
  return (
    <section
      aria-label={dayHead(day)}
      className={`relative border-s border-line ${rest.isShaded ? "bg-sunken" : ""}`}
      style={{ height: heightOf(axis) }}
    >
      <Lines axis={axis} isLabelled={isLabelled} marks={marks} />
      {parts.map((part) => {
        const block = blockOf(part.item, day);
        return (
          <Block
            day={day}
            isDragged={rest.draggedId === part.item.entry.id}
            isOverlapping={rest.overlapping.has(part.item.entry.id)}
            isStop={rest.stop === block}
            key={part.item.entry.id}
            length={length}
            onFocus={() => rest.onFocus(block)}
            onKey={(event) => rest.onKey(event, part.item, block)}
            onOpen={() => rest.onOpen(part.item)}
            placed={part}
            timeZone={timeZone}
          />
        );
      })}
      {now < from || now >= to ? null : (
        <div
          aria-hidden
          className="pointer-events-none absolute inset-x-0 z-10 border-t-2 border-bad"
          style={{ top: `${((now - from) / MINUTE_MS / length) * 100}%` }}
        />
      )}
      {drawn.map((part) => (
        <Ghost
          key={day}
          length={length}
          part={part}
          text={ghost === null ? "" : clockRange(ghost, timeZone)}
        />
      ))}
      {rest.children}
    </section>
  );
}

/** Name of the part of an entry on one day. */
export function blockOf({ entry }: Timed, day: string): string {
  return `${entry.id} ${day}`;
}
