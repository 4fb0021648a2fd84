import { useEffect, useRef, useState } from "react";
import type { Output } from "../../../api.ts";
import { useNow } from "../../../queries.ts";
import { AddDialog } from "../entries/add-dialog.tsx";
import { EntryDialog } from "../entries/entry-dialog.tsx";
import type { Entry } from "../entries/entry.ts";
import { type Axis, lengthOf, marksOf, MINUTE_MS, placed, type Times } from "./axis.ts";
import { DayColumn } from "./day-column.tsx";
import { DayHead } from "./day-head.tsx";
import { Hours } from "./lines.tsx";
import { Slot } from "./slot.tsx";
import { overlappingIn, type Timed, timedOf } from "./timed.ts";
import { useCalendarKeys } from "./use-calendar-keys.ts";
import { type Drag, useDrag } from "./use-drag.ts";
import { type Moves, type Range, useMoves } from "./use-moves.ts";
import { formTimes } from "./written-times.ts";

type CalendarProps = {
  readonly list: Output<"GET /api/teams/:team/entries">;
  readonly axes: readonly [Axis, ...Axis[]];
  readonly today: string;
  readonly range: Range;
};

/** Days side by side with their entries as blocks, which pointers and keys draw, move and resize. */
export function Calendar({ list, axes, today, range }: CalendarProps) {
  const { timeZone, entries } = list;
  const now = useNow();
  const moves = useMoves(timeZone, range);
  const [opened, setOpened] = useState<Entry | null>(null);
  const [added, setAdded] = useState<Times | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const columns = useRef<HTMLDivElement>(null);
  const timed = entries.flatMap((entry) => timedOf(entry, now) ?? []);
  const drag = useDrag({
    columns,
    scroller,
    axes,
    find: (id) =>
      shown(timed, moves, null).find((one) => one.entry.id === id && !one.isRunning) ?? null,
    onCreate: setAdded,
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
  const keys = useCalendarKeys({ axes, days, moves, timeZone, now: Date.parse(now) });
  useFirstLook(scroller, axes, timed);
  const marks = axes.map((axis) => marksOf(axis, timeZone));
  const side = Math.max(
    0,
    axes.findIndex((axis) => lengthOf(axis) === 24 * 60),
  );
  const names = (index: number) => marks[index]?.map(({ label }) => label).join();
  const tracks = { gridTemplateColumns: `repeat(${axes.length}, minmax(0, 1fr))` };
  return (
    <>
      <div
        className="relative max-h-[calc(100dvh-18rem)] min-h-96 overflow-y-auto overscroll-contain rounded-panel border border-line bg-surface"
        ref={scroller}
      >
        <div className={`${TRACKS} sticky top-0 z-20 border-b border-line bg-surface`}>
          <span />
          <div className="grid" style={tracks}>
            {axes.map((axis) => (
              <DayHead
                axis={axis}
                entries={entries.filter(({ day }) => day === axis.day)}
                isToday={axis.day === today}
                key={axis.day}
                onOpen={setOpened}
                overlapping={overlapping}
              />
            ))}
          </div>
        </div>
        <div className={TRACKS}>
          <Hours axis={axes[side] ?? axes[0]} marks={marks[side] ?? []} />
          <div className="grid select-none" ref={columns} style={tracks}>
            {axes.map((axis, index) => (
              <DayColumn
                axis={axis}
                draggedId={drag?.id ?? null}
                ghost={drag?.id === null ? drag.times : added}
                isLabelled={names(index) !== names(side)}
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
              >
                {isOn(axis, keys.slot) ? (
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
      </div>
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

const TRACKS = "grid grid-cols-[3.25rem_minmax(0,1fr)]";

/** Entries where they are dragged to, or were moved to and are being saved. */
function shown(timed: readonly Timed[], { drafts }: Moves, drag: Drag | null): readonly Timed[] {
  return timed.map((one) => {
    const times = drag?.id === one.entry.id ? drag.times : drafts.get(one.entry.id);
    return times === undefined ? one : { ...one, times };
  });
}

function isOn({ from, to }: Axis, { start }: Times): boolean {
  return from <= start && start < to;
}

const EIGHT_MS = 8 * 60 * MINUTE_MS;

/** Scrolls to the first entry of the days, or to eight in the morning. */
function useFirstLook(
  scroller: { readonly current: HTMLDivElement | null },
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
