import { useState } from "react";
import { counted, spoken } from "../../../../src/shared/words.ts";
import type { Output } from "../../../api.ts";
import { Button } from "../../../components/button.tsx";
import { dayWords } from "../../../days.ts";
import { hours } from "../../../hours.ts";
import { useEntryActions } from "./entry-actions.ts";
import { EntryRow } from "./entry-row.tsx";
import { daysOf } from "./entry.ts";

type DayListProps = {
  readonly list: Output<"GET /api/teams/:team/entries">;
  readonly today: string;
  readonly ahead: number;
};

/** Entries by day with the days' totals, and the selected ones. */
export function DayList({ list, today, ahead }: DayListProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { entries, overlaps } = list;
  const overlapping = new Set(overlaps.flatMap((overlap) => overlap.entries));
  const selected = entries.filter(({ id }) => chosen.has(id));
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  return (
    <div className="grid gap-6">
      {selected.length === 0 ? null : (
        <SelectionBar
          ids={selected.map(({ id }) => id)}
          onClear={() => setChosen(new Set())}
          seconds={selected.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0)}
        />
      )}
      {daysOf(entries).map(({ day, entries, seconds }) => (
        <section aria-labelledby={`day-${day}`} className="grid gap-1" key={day}>
          <div className="flex items-baseline justify-between gap-4 border-b border-line pb-1">
            <h2 className="text-section font-semibold" id={`day-${day}`}>
              {dayWords(day, today)}
            </h2>
            <span className="font-semibold tabular-nums">
              <span className="sr-only">Total </span>
              {hours(seconds)}
              {entries.some(({ seconds }) => seconds === null) ? (
                <span className="font-normal text-ink2"> + running</span>
              ) : null}
            </span>
          </div>
          <ul aria-label={dayWords(day, today)} className="divide-y divide-line">
            {entries.map((entry) => (
              <EntryRow
                ahead={ahead}
                entry={entry}
                isOverlapping={overlapping.has(entry.id)}
                key={entry.id}
                selection={{
                  isSelected: chosen.has(entry.id),
                  onSelect: () => toggle(entry.id),
                }}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

type SelectionBarProps = {
  readonly ids: readonly string[];
  readonly seconds: number;
  readonly onClear: () => void;
};

function SelectionBar({ ids, seconds, onClear }: SelectionBarProps) {
  const { remove, isBusy } = useEntryActions();
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-control bg-accent-soft p-2">
      <output>
        {counted(ids.length, "entry", "entries")} selected, {spoken(seconds)}
      </output>
      <Button isBusy={isBusy} kind="danger" onClick={() => void remove(ids)}>
        Delete {counted(ids.length, "entry", "entries")}
      </Button>
      <Button kind="quiet" onClick={onClear}>
        Select none
      </Button>
    </div>
  );
}
