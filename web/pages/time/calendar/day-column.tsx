import { Lock } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import { dayIn } from "../../../../src/shared/time.ts";
import { Shape } from "../../../components/shapes.tsx";
import { hours } from "../../../numbers.ts";
import type { Entry } from "../entries/entry.ts";
import { dayHead } from "../week/week-model.ts";
import {
  type Axis,
  axisLength,
  type Mark,
  MINUTE_MS,
  placed,
  type Placed,
  type Times,
} from "./axis.ts";
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
  readonly ghost: Times | null;
  readonly draggedId: string | null;
  readonly overlapping: ReadonlySet<string>;
  readonly stop: string | null;
  /** Reason for which an entry cannot be changed. */
  readonly whyLocked: (entry: Entry) => string | null;
  readonly onOpen: (timed: Timed) => void;
  readonly onFocus: (block: string) => void;
  readonly onKey: (event: KeyboardEvent, timed: Timed, block: string) => void;
  readonly children: ReactNode;
};

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
            isLocked={rest.whyLocked(part.item.entry) !== null}
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

type LinesProps = {
  readonly axis: Axis;
  readonly marks: readonly Mark[];
  /** True for a day whose hours are not those at the side. */
  readonly isLabelled: boolean;
};

function Lines({ axis, marks, isLabelled }: LinesProps) {
  const length = axisLength(axis);
  return marks.map(({ minutes, label }) => (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-x-0 border-t border-line text-end text-caption text-ink3 first:border-t-0"
      key={minutes}
      style={{ top: `${(minutes / length) * 100}%` }}
    >
      {isLabelled ? label : null}
    </div>
  ));
}

export function Hours({ axis, marks }: { readonly axis: Axis; readonly marks: readonly Mark[] }) {
  const length = axisLength(axis);
  return (
    <div aria-hidden className="relative text-caption text-ink3" style={{ height: heightOf(axis) }}>
      {marks.map(({ minutes, label }) => (
        <span
          className="absolute end-2 -translate-y-1/2 first:translate-y-0"
          key={minutes}
          style={{ top: `${(minutes / length) * 100}%` }}
        >
          {label}
        </span>
      ))}
    </div>
  );
}

const REM_A_MINUTE = 3 / 60;

function heightOf(axis: Axis): string {
  return `${axisLength(axis) * REM_A_MINUTE}rem`;
}

/** Minutes from which a block has room for a second line, and for a third. */
const TWO_LINES = 42;
const THREE_LINES = 58;

type BlockProps = {
  readonly placed: Placed<Timed>;
  readonly day: string;
  readonly length: number;
  readonly timeZone: string;
  readonly isStop: boolean;
  readonly isDragged: boolean;
  readonly isLocked: boolean;
  readonly isOverlapping: boolean;
  readonly onOpen: () => void;
  readonly onFocus: () => void;
  readonly onKey: (event: KeyboardEvent) => void;
};

function Block({ placed, day, length, timeZone, isStop, isDragged, ...on }: BlockProps) {
  const { item, start, end, lane, lanes } = placed;
  const { entry, times, isRunning } = item;
  const { description } = entry;
  const look = lookOf(item, isDragged);
  const clock = clockRange(times, timeZone);
  const isLow = end - start < (isRunning ? THREE_LINES : TWO_LINES);
  return (
    <button
      className={`@container absolute grid scroll-mt-20 cursor-pointer content-start overflow-hidden rounded-control border border-s-4 px-1.5 text-start text-caption leading-3.5 focus-visible:z-10 ${look}`}
      data-block={`${entry.id} ${day}`}
      data-entry={entry.id}
      onClick={on.onOpen}
      onFocus={on.onFocus}
      onKeyDown={on.onKey}
      style={{
        top: `${(start / length) * 100}%`,
        height: `calc(${((end - start) / length) * 100}% - 1px)`,
        insetInlineStart: `calc(${(lane / lanes) * 100}% + 1px)`,
        width: `calc(${100 / lanes}% - 2px)`,
      }}
      tabIndex={isStop ? 0 : -1}
      type="button"
    >
      {isRunning || on.isLocked ? null : <Edges />}
      <Facts
        clock={clock}
        isHeld={entry.invoice !== null}
        isLow={isLow}
        isOverlapping={on.isOverlapping}
        item={item}
      />
      <span className="sr-only">
        {isLow && isRunning ? `, ${clock}` : null}
        {isLow && description !== null ? `, ${description}` : null}
        {`, ${restOf(item, timeZone)}`}
        {on.isOverlapping ? ", overlaps another entry" : null}
        {entry.invoice === null ? null : `, on ${entry.invoice.number ?? "a draft invoice"}`}
      </span>
    </button>
  );
}

function lookOf({ entry: { project }, isRunning }: Timed, isDragged: boolean): string {
  return isRunning
    ? "border-dashed border-accent bg-surface"
    : isDragged
      ? "z-10 border-accent bg-accent-soft shadow-popover"
      : `border-line ${SHADES[shadeOf(project.id)] ?? ""} bg-accent-soft hover:bg-hover`;
}

type FactsProps = {
  readonly item: Timed;
  readonly clock: string;
  /** True where the block has room for one line alone. */
  readonly isLow: boolean;
  readonly isHeld: boolean;
  readonly isOverlapping: boolean;
};

/** The entry as it is seen, in as many lines as its block has room for. */
function Facts({ item, clock, isLow, isHeld, isOverlapping }: FactsProps) {
  const { entry, isRunning } = item;
  const { description, project } = entry;
  return (
    <>
      <span className="flex min-w-0 items-baseline gap-1 pt-0.5">
        {isOverlapping && isLow ? <OverlapMark /> : null}
        {isHeld ? (
          <Lock aria-hidden className="shrink-0 self-center text-ink2" size={12} strokeWidth={2} />
        ) : null}
        <bdi className="truncate font-semibold">{project.name}</bdi>
        <Comma />
        {isLow && isRunning ? (
          <span className="shrink-0 font-medium text-accent">Running</span>
        ) : isLow ? (
          <Clock clock={clock} looks="@max-[12rem]:sr-only" />
        ) : null}
      </span>
      {isLow ? null : (
        <span className="truncate">
          <Clock clock={clock} looks="@max-[6.5rem]:sr-only" />
          {isOverlapping ? <OverlapMark /> : null}
        </span>
      )}
      {isRunning && !isLow ? (
        <span className="truncate font-medium text-accent">
          <Comma />
          Running
        </span>
      ) : null}
      {isLow || description === null ? null : (
        <span className="truncate">
          <Comma />
          <bdi>{description}</bdi>
        </span>
      )}
    </>
  );
}

/** Edges of blocks. A project has the same one in every week. */
const SHADES = ["border-s-chart1", "border-s-chart2", "border-s-chart3", "border-s-chart4"];

function shadeOf(project: string): number {
  return (
    Array.from(project, (letter) => letter.charCodeAt(0)).reduce(
      (sum, code) => (sum * 31 + code) % 9973,
      0,
    ) % SHADES.length
  );
}

/** The start, with the end where the block has room for it. */
function Clock({ clock, looks }: { readonly clock: string; readonly looks: string }) {
  const [start = "", ...rest] = clock.split(/(?=–)/);
  return (
    <span className="shrink-0 text-ink2">
      {start}
      <span className={looks}>{rest.join("")}</span>
    </span>
  );
}

/** Parts of a name stand in lines of their own; screen readers hear a comma. */
function Comma() {
  return <span className="sr-only">, </span>;
}

/** The word stands in the day's head, and for screen readers at the end of the name. */
function OverlapMark() {
  return (
    <span aria-hidden className="ms-1 inline-flex shrink-0 self-center align-[-3px] text-warn">
      <Shape tone="warn" />
    </span>
  );
}

/** Ends of a block, with their own pointers. */
function Edges() {
  return (
    <>
      <span aria-hidden className="absolute inset-x-0 top-0 h-1.5 cursor-ns-resize" />
      <span aria-hidden className="absolute inset-x-0 bottom-0 h-1.5 cursor-ns-resize" />
    </>
  );
}

/** `Tue 17 Nov, 1:30`. */
function restOf({ times: { start, stop }, isRunning }: Timed, timeZone: string): string {
  const day = dayHead(dayIn(timeZone, new Date(start).toISOString()));
  return isRunning ? day : `${day}, ${hours((stop - start) / 1000)}`;
}

type GhostProps = {
  readonly part: Placed<unknown>;
  readonly length: number;
  readonly text: string;
};

function Ghost({ part: { start, end }, length, text }: GhostProps) {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-x-px z-10 rounded-control border-2 border-accent bg-surface px-1.5 text-caption font-semibold"
      style={{ top: `${(start / length) * 100}%`, height: `${((end - start) / length) * 100}%` }}
    >
      {text}
    </div>
  );
}
