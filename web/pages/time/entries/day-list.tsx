import { type ComponentProps, useState } from "react";
import type { Output } from "../../../api.ts";
import { dayWords } from "../../../dates.ts";
import { useListKeys } from "../../../list/keys.ts";
import {
  type Chosen,
  isChosen,
  NONE,
  stretched,
  stretchedBy,
  toggled,
} from "../../../list/selection.ts";
import { TimeSum } from "../time-sum.tsx";
import { boxId, EntryRow } from "./entry-row.tsx";
import { daysOf } from "./entry.ts";
import { EntrySelectionBar } from "./selection-bar.tsx";

type DayListProps = {
  readonly list: Output<"GET /api/teams/:team/entries">;
  readonly today: string;
  readonly ahead: number;
  /** True for the time of somebody whose time the reader cannot change: nothing can be selected. */
  readonly isReadOnly: boolean;
};

export function DayList({ list, today, ahead, isReadOnly }: DayListProps) {
  const [chosen, setChosen] = useState<Chosen>(NONE);
  const [active, setActive] = useState<string | null>(null);
  const { entries, overlaps } = list;
  const keys = isReadOnly ? [] : entries.map(({ id }) => id);
  const overlapping = new Set(overlaps.flatMap((overlap) => overlap.entries));
  const selected = entries.filter(({ id }) => isChosen(chosen, id));
  const clear = () => {
    setChosen(NONE);
    // The pressed button goes with its bar.
    focusEntry(active !== null && keys.includes(active) ? active : selected[0]?.id);
  };
  useListKeys({
    rows: keys,
    active: active !== null && keys.includes(active) ? active : null,
    openKey: null,
    onFocus: focusEntry,
    onOpen: () => undefined,
    letters: {},
    select: {
      onToggle: (key) => setChosen(toggled(chosen, keys, key)),
      onMove: (from, to) => setChosen(stretchedBy(chosen, keys, from, to)),
      onClear: selected.length === 0 ? null : clear,
    },
  });
  return (
    // No grid: a sticky bar would stay within its own row.
    <div className="flex flex-col gap-5">
      {selected.length === 0 ? null : <EntrySelectionBar onClear={clear} selected={selected} />}
      <div
        className="grid gap-5"
        data-rows
        onFocus={({ target }) => {
          const row = target.closest<HTMLElement>("[data-entry]")?.dataset["entry"];
          if (row !== undefined) setActive(row);
        }}
      >
        {daysOf(entries).map(({ day, entries }) => (
          <Day
            ahead={ahead}
            day={day}
            entries={entries}
            key={day}
            overlapping={overlapping}
            selectionOf={(id) =>
              isReadOnly
                ? undefined
                : {
                    isSelected: isChosen(chosen, id),
                    onSelect: (isRange) =>
                      setChosen((isRange ? stretched : toggled)(chosen, keys, id)),
                  }
            }
            today={today}
          />
        ))}
      </div>
    </div>
  );
}

type DayProps = Pick<DayListProps, "today" | "ahead"> & {
  readonly day: string;
  readonly entries: DayListProps["list"]["entries"];
  /** Ids of entries that overlap others. */
  readonly overlapping: ReadonlySet<string>;
  readonly selectionOf: (id: string) => ComponentProps<typeof EntryRow>["selection"];
};

function Day({ day, entries, overlapping, selectionOf, today, ahead }: DayProps) {
  return (
    <section aria-labelledby={`day-${day}`}>
      <div className="flex items-baseline justify-between gap-4 border-b border-line pb-1">
        <h2 className="text-section font-semibold" id={`day-${day}`}>
          <DayTitle day={day} today={today} />
        </h2>
        <span className="font-semibold">
          <span className="sr-only">Total </span>
          <TimeSum entries={entries} isInColumn isRuled={false} />
        </span>
      </div>
      <ul aria-label={dayWords(day, today)} className="divide-y divide-line">
        {entries.map((entry) => (
          <EntryRow
            ahead={ahead}
            entry={entry}
            isOverlapping={overlapping.has(entry.id)}
            key={entry.id}
            selection={selectionOf(entry.id)}
          />
        ))}
      </ul>
    </section>
  );
}

/** Leaves the year out on phones: the line above the days has it. */
function DayTitle({ day, today }: { readonly day: string; readonly today: string }) {
  const [, words, year] = /^(.*)( \d+)$/.exec(dayWords(day, today)) ?? [];
  return (
    <>
      {words}
      <span className="max-sm:sr-only">{year}</span>
    </>
  );
}

function focusEntry(id: string | undefined): void {
  const box = document.getElementById(boxId(id));
  box?.focus({ preventScroll: true });
  box?.closest("li")?.scrollIntoView({ block: "nearest" });
}
