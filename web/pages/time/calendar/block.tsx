import type { KeyboardEvent } from "react";
import { dayIn } from "../../../../src/shared/time.ts";
import { Shape } from "../../../components/shapes.tsx";
import { hours } from "../../../numbers.ts";
import { dayHead } from "../week/words.ts";
import type { Placed } from "./axis.ts";
import { clockRange, type Timed } from "./timed.ts";

/** Minutes from which a block has room for a second line, and for a third. */
const TWO_LINES = 42;
const THREE_LINES = 58;

type BlockProps = {
  readonly placed: Placed<Timed>;
  readonly day: string;
  /** Minutes of the day. */
  readonly length: number;
  readonly timeZone: string;
  readonly isStop: boolean;
  readonly isDragged: boolean;
  readonly isOverlapping: boolean;
  readonly onOpen: () => void;
  readonly onFocus: () => void;
  readonly onKey: (event: KeyboardEvent) => void;
};

/** An entry on the day's axis. It opens its form. */
export function Block({ placed, day, length, timeZone, isStop, isDragged, ...on }: BlockProps) {
  const { item, start, end, lane, lanes } = placed;
  const { entry, times, isRunning } = item;
  const { description, project } = entry;
  const look = isRunning
    ? "border-dashed border-accent bg-surface"
    : isDragged
      ? "z-10 border-accent bg-accent-soft shadow-popover"
      : `border-line ${SHADES[shadeOf(project.id)] ?? ""} bg-accent-soft hover:bg-hover`;
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
      {isRunning ? null : <Edges />}
      <span className="flex min-w-0 items-baseline gap-1 pt-0.5">
        {on.isOverlapping && isLow ? <OverlapMark /> : null}
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
          {on.isOverlapping ? <OverlapMark /> : null}
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
      <span className="sr-only">
        {isLow && isRunning ? `, ${clock}` : null}
        {isLow && description !== null ? `, ${description}` : null}
        {`, ${restOf(item, timeZone)}`}
        {on.isOverlapping ? ", overlaps another entry" : null}
      </span>
    </button>
  );
}

/** Colours of the edges of blocks: a project has the same one in every week. */
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

/** Between the parts of a name that lines part for the eye. */
function Comma() {
  return <span className="sr-only">, </span>;
}

/** The day's head says the word for the eye, the end of the name for a screen reader. */
function OverlapMark() {
  return (
    <span aria-hidden className="ms-1 inline-flex shrink-0 self-center align-[-3px] text-warn">
      <Shape tone="warn" />
    </span>
  );
}

/** Pointers over the ends of a block. */
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

/** Time that is being drawn. */
export function Ghost({ part: { start, end }, length, text }: GhostProps) {
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
