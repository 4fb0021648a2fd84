import { Lock } from "lucide-react";
import { spoken } from "../../../../src/shared/words.ts";
import { Status } from "../../../components/status.tsx";
import { hours } from "../../../numbers.ts";
import type { Entry } from "../entries/entry.ts";
import { TimeSum } from "../time-sum.tsx";
import { dayHead, isWeekend } from "../week/week-model.ts";
import { type Axis, axisLength } from "./axis.ts";

type DayHeadProps = {
  readonly axis: Axis;
  readonly entries: readonly Entry[];
  readonly isToday: boolean;
  /** True for a single day, whose total is the page's. */
  readonly isOnly: boolean;
  readonly overlapping: ReadonlySet<string>;
  readonly onOpen: (entry: Entry) => void;
};

/** A day's name and total, and its entries without times. */
export function DayHead({ axis, entries, isToday, isOnly, overlapping, onOpen }: DayHeadProps) {
  const untimed = entries.filter(({ start }) => start === null);
  return (
    <div
      className={`grid min-w-0 content-start gap-1 border-s border-line px-1.5 py-1 ${isWeekend(axis.day) && !isOnly ? "bg-sunken" : ""} ${isToday ? "border-b-2 border-b-accent" : ""}`}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-2">
        <h2 className={isToday ? "font-semibold text-accent" : "font-semibold"}>
          {dayHead(axis.day)}
          {isToday ? <span className="sr-only">, today</span> : null}
        </h2>
        {entries.length === 0 ? null : (
          <span className={isOnly ? "font-semibold" : "text-ink2"}>
            <span className="sr-only">Total </span>
            <TimeSum entries={entries} isRuled={isOnly} />
          </span>
        )}
      </div>
      {clockChange(axis)}
      {entries.some(({ id }) => overlapping.has(id)) ? (
        <span>
          <Status tone="warn">Overlaps</Status>
        </span>
      ) : null}
      {untimed.map((entry) => (
        <button
          className="flex min-h-6 w-full cursor-pointer justify-between gap-2 rounded-control border border-line bg-sunken px-1.5 text-caption hover:bg-hover"
          key={entry.id}
          onClick={() => onOpen(entry)}
          type="button"
        >
          <span className="flex min-w-0 items-center gap-1">
            {entry.invoice === null ? null : (
              <Lock aria-hidden className="shrink-0 text-ink2" size={12} strokeWidth={2} />
            )}
            <bdi className="truncate">{entry.project.name}</bdi>
          </span>
          <span className="sr-only">
            , without a start,{" "}
            {entry.invoice === null ? null : `on ${entry.invoice.number ?? "a draft invoice"}, `}
          </span>
          <span className="tabular-nums">{hours(entry.seconds ?? 0)}</span>
        </button>
      ))}
    </div>
  );
}

function clockChange(axis: Axis) {
  const length = axisLength(axis);
  if (length === 24 * 60) return null;
  const way = length < 24 * 60 ? "forward" : "back";
  return (
    <p className="text-caption text-ink2">
      {spoken(length * 60)}: clocks go {way}
    </p>
  );
}
