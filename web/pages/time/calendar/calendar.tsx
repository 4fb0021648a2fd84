import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Output } from "../../../api.ts";
import { Button } from "../../../components/button.tsx";
import { clockTime } from "../../../dates.ts";
import { looseField } from "../../../form/field.ts";
import { Below } from "../../../form/labelled.tsx";
import { useNow } from "../../../queries.ts";
import { useIsNarrow } from "../../../window.ts";
import { AddDialog, EntryDialog } from "../entries/entry-dialog.tsx";
import type { Entry } from "../entries/entry.ts";
import { useWhyLocked } from "../entries/locked.tsx";
import { dayHead, isWeekend } from "../week/week-model.ts";
import {
  type Axis,
  axisLength,
  hourMarks,
  MINUTE_MS,
  placed,
  type Times,
  type Folds,
  withoutNight,
} from "./axis.ts";
import { DayColumn, Hours } from "./day-column.tsx";
import { DayHead } from "./day-head.tsx";
import { clockRange, overlappingIn, type Timed, timedOf, timesText, formTimes } from "./timed.ts";
import { useCalendarKeys } from "./use-calendar-keys.ts";
import { type Drag, useDrag } from "./use-drag.ts";
import { type Clash, type Moves, type Range, useMoves } from "./use-moves.ts";

type CalendarProps = {
  readonly list: Output<"GET /api/teams/:team/entries">;
  readonly days: readonly [Axis, ...Axis[]];
  readonly today: string;
  readonly range: Range;
  /** True for the time of somebody whose time the reader cannot change. */
  readonly isReadOnly: boolean;
  /** Gets the focus, as on the days before. */
  readonly start: Start;
};

/** Part of the calendar that has the focus: a block, or the place for a new entry. */
export type Start = "block" | "slot" | null;

export function focusedPart(): Start {
  const element = document.activeElement;
  if (element?.id === SLOT) return "slot";
  return element?.hasAttribute("data-block") === true ? "block" : null;
}

/** Days side by side with their entries as blocks. Pointers and keys draw, move and resize them. */
export function Calendar({ list, days: whole, isReadOnly, ...rest }: CalendarProps) {
  const { timeZone, entries } = list;
  const { today, range, start } = rest;
  const whyLocked = useWhyLocked();
  const now = useNow();
  const isNarrow = useIsNarrow();
  const [folds, setFolds] = useState<Folds>({ morning: true, evening: true });
  const moves = useMoves(timeZone, range);
  const [opened, setOpened] = useState<Entry | null>(null);
  const [added, setAdded] = useState<Times | null>(null);
  const scroller = useRef<HTMLElement>(null);
  const columns = useRef<HTMLDivElement>(null);
  const timed = entries.flatMap((entry) => timedOf(entry, now) ?? []);
  // Phones show one day, and scroll the page: the empty hours before and after its work are folded.
  const axes = isNarrow
    ? ([withoutNight(whole[0], timed, Date.parse(now), folds)] as const)
    : whole;
  const drag = useDrag({
    columns,
    scroller,
    axes,
    find: (id) =>
      shown(timed, moves, null).find(
        ({ entry, isRunning }) => entry.id === id && !isRunning && whyLocked(entry) === null,
      ) ?? null,
    onCreate: isReadOnly ? null : setAdded,
    onMove: moves.move,
  });
  const blocks = shown(timed, moves, drag);
  const overlapping = overlappingIn(blocks);
  const days = axes.map((axis) =>
    placed(
      axis,
      blocks.map((item) => [item, item.times] as const),
    ),
  );
  const keys = useCalendarKeys({
    axes,
    days,
    moves,
    timeZone,
    now: Date.parse(now),
    nine: whole[0].to - FIFTEEN_HOURS_MS,
    whyLocked,
  });
  useFirstLook(scroller, axes, timed);
  useEffect(() => {
    if (start === null) return;
    const block = document.querySelector<HTMLElement>("[data-block][tabindex='0']");
    const slot = document.getElementById(SLOT);
    const place = start === "block" ? (block ?? slot) : slot;
    (place ?? document.querySelector("h1"))?.focus();
  }, [start]);
  const marks = axes.map((axis) => hourMarks(axis, timeZone));
  const side = Math.max(
    0,
    axes.findIndex((axis) => axisLength(axis) === 24 * 60),
  );
  const names = (index: number) => marks[index]?.map(({ label }) => label).join();
  const tracks = { gridTemplateColumns: `repeat(${axes.length}, minmax(0, 1fr))` };
  return (
    <>
      <Clashes moves={moves} timeZone={timeZone} />
      <section
        aria-describedby="calendar-keys"
        aria-label="Entries on the calendar"
        className="relative rounded-panel border border-line bg-surface sm:max-h-[calc(100dvh-14rem)] sm:min-h-96 sm:overflow-y-auto sm:overscroll-contain"
        ref={scroller}
      >
        <div
          className={`${TRACKS} sticky top-0 z-20 rounded-t-panel border-b border-line bg-surface`}
        >
          <span />
          <div className="grid" style={tracks}>
            {whole.map((axis) => (
              <DayHead
                axis={axis}
                entries={entries.filter(({ day }) => day === axis.day)}
                isOnly={axes.length === 1}
                isToday={axis.day === today}
                key={axis.day}
                onOpen={setOpened}
                overlapping={overlapping}
              />
            ))}
          </div>
        </div>
        {axes[0].from > whole[0].from ? (
          <div className="grid border-b border-line">
            <Button kind="quiet" onClick={() => setFolds({ ...folds, morning: false })}>
              Show the hours before {clockTime(new Date(axes[0].from).toISOString(), timeZone)}
            </Button>
          </div>
        ) : null}
        <div className={TRACKS}>
          <Hours axis={axes[side] ?? axes[0]} marks={marks[side] ?? []} />
          <div className="grid select-none" ref={columns} style={tracks}>
            {axes.map((axis, index) => (
              <DayColumn
                axis={axis}
                draggedId={drag?.id ?? null}
                ghost={drag?.id === null ? drag.times : added}
                isLabelled={names(index) !== names(side)}
                isShaded={isWeekend(axis.day) && axes.length > 1}
                key={axis.day}
                marks={marks[index] ?? []}
                now={Date.parse(now)}
                onFocus={keys.onFocus}
                onKey={keys.onBlockKey}
                onOpen={({ entry }) => setOpened(entry)}
                overlapping={overlapping}
                parts={days[index] ?? []}
                stop={keys.stop}
                timeZone={timeZone}
                whyLocked={whyLocked}
              >
                {!isReadOnly && isOn(axis, keys.slot) ? (
                  <Slot
                    axis={axis}
                    onAdd={() => setAdded(keys.slot)}
                    onKey={keys.onSlotKey}
                    timeZone={timeZone}
                    times={keys.slot}
                  />
                ) : null}
              </DayColumn>
            ))}
          </div>
        </div>
        {axes[0].to < whole[0].to ? (
          <div className="grid border-t border-line">
            <Button kind="quiet" onClick={() => setFolds({ ...folds, evening: false })}>
              Show the hours from {clockTime(new Date(axes[0].to).toISOString(), timeZone)}
            </Button>
          </div>
        ) : null}
      </section>
      <output className="sr-only">{keys.said}</output>
      {opened === null ? null : <EntryDialog entry={opened} onClose={() => setOpened(null)} />}
      {added === null ? null : (
        <AddDialog
          onClose={() => setAdded(null)}
          person={range.person}
          times={formTimes(timeZone, added)}
        />
      )}
    </>
  );
}

/** Counted from the end of a day: its clocks may change in the night. */
const FIFTEEN_HOURS_MS = 15 * 60 * MINUTE_MS;

const TRACKS = "grid grid-cols-[3.25rem_minmax(0,1fr)]";

/** Entries with the times of a drag, or of a move that is not saved yet. */
function shown(timed: readonly Timed[], { drafts }: Moves, drag: Drag | null): readonly Timed[] {
  return timed.map((one) => {
    const times = drag?.id === one.entry.id ? drag.times : drafts.get(one.entry.id);
    return times === undefined ? one : { ...one, times };
  });
}

function isOn({ from, to }: Axis, { start }: Times): boolean {
  return from <= start && start < to;
}

/** Takes the focus of buttons that are gone. */
function focusBlock(id: string): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-entry="${CSS.escape(id)}"]`)?.focus(),
  );
}

const EIGHT_MS = 8 * 60 * MINUTE_MS;

/** Scrolls to the first entry of the days, or to eight in the morning. */
function useFirstLook(
  scroller: { readonly current: HTMLElement | null },
  axes: readonly Axis[],
  timed: readonly Timed[],
): void {
  const first = Math.min(
    EIGHT_MS,
    ...axes.flatMap((axis) =>
      timed.filter(({ times }) => isOn(axis, times)).map(({ times }) => times.start - axis.from),
    ),
  );
  const [share] = useState((first - 30 * MINUTE_MS) / (24 * 60 * MINUTE_MS));
  useEffect(() => {
    scroller.current?.scrollTo({ top: share * scroller.current.scrollHeight });
  }, [scroller, share]);
}

type SlotProps = {
  readonly axis: Axis;
  readonly times: Times;
  readonly timeZone: string;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onAdd: () => void;
};

const SLOT = "calendar-slot";

/** Place for a new entry that the keyboard moves. It is seen while it has the focus. */
function Slot({ axis, times, timeZone, onKey, onAdd }: SlotProps) {
  const length = axisLength(axis);
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
      Add {clockRange(times, timeZone)}
      <span className="sr-only">, {dayHead(axis.day)}</span>
    </button>
  );
}

type ClashesProps = { readonly moves: Moves; readonly timeZone: string };

function Clashes({ moves, timeZone }: ClashesProps) {
  return moves.clashes.map((clash) => {
    const { id } = clash.timed.entry;
    return (
      <ClashNotice
        clash={clash}
        key={id}
        onKeep={() => {
          moves.keepMine(clash);
          focusBlock(id);
        }}
        onTake={() => {
          moves.takeTheirs(clash);
          focusBlock(id);
        }}
        timeZone={timeZone}
      />
    );
  });
}

type ClashNoticeProps = {
  readonly clash: Clash;
  readonly timeZone: string;
  readonly onKeep: () => void;
  readonly onTake: () => void;
};

function ClashNotice({ clash, timeZone, onKeep, onTake }: ClashNoticeProps) {
  const { timed, mine, theirs } = clash;
  const { id, project } = timed.entry;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div className="grid gap-2" ref={place} role="alert" tabIndex={-1}>
      <p className="font-semibold">
        Somebody else moved <bdi>{project.name}</bdi> meanwhile. Choose which times stay.
      </p>
      <Below
        echo={undefined}
        field={{
          ...looseField(`clash-${id}`, mine, () => undefined),
          clash: { theirs, isKept: false, keepMine: onKeep, takeTheirs: onTake },
        }}
        hint={undefined}
        textOf={(times) => timesText(times, timeZone)}
      />
    </div>
  );
}
