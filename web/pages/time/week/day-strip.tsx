import { useState } from "react";
import { durationEcho, durationText, readDuration } from "../../../../src/shared/duration.ts";
import { Button } from "../../../components/button.tsx";
import { Shape } from "../../../components/shapes.tsx";
import { LINE } from "../../../form/edge.ts";
import { hours } from "../../../hours.ts";
import { formatOf } from "../../../moments.ts";
import { Elapsed } from "../../../timer/elapsed.tsx";
import type { Cells } from "./use-cells.ts";
import { cellOf, totalsOf, type Week, type WeekRow } from "./week-model.ts";
import { dayHead } from "./words.ts";

type DayStripProps = {
  readonly week: Week;
  readonly rows: readonly WeekRow[];
  readonly cells: Cells;
  readonly ahead: number;
  readonly onList: (row: WeekRow, day: string) => void;
};

/** The week on narrow screens: a strip of days with their time, and the rows of one of them. */
export function DayStrip({ week, rows, cells, ahead, onList }: DayStripProps) {
  const days = week.days.map(({ day }) => day);
  const first = days.includes(week.today) ? week.today : (days[0] ?? week.today);
  const [chosen, setChosen] = useState(first);
  const day = days.includes(chosen) ? chosen : first;
  const secondsOf = (row: WeekRow, day: string) => {
    const state = cells.stateOf(row.project.id, day);
    return state?.kind === "saving" ? state.seconds : cellOf(row, day).seconds;
  };
  const totals = totalsOf(rows, days, secondsOf);
  const hasFailed = (day: string) =>
    rows.some(({ project }) => cells.stateOf(project.id, day)?.kind === "failed");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <fieldset className="grid min-w-0 grid-cols-7 gap-0.5">
        <legend className="sr-only">Days</legend>
        {days.map((each, column) => (
          <button
            aria-pressed={each === day}
            className={`relative grid min-h-14 cursor-pointer content-center rounded-control text-center hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:text-accent ${each === week.today ? "border-b-2 border-accent" : ""}`}
            key={each}
            onClick={() => setChosen(each)}
            type="button"
          >
            <span className="sr-only">
              {dayHead(each)}, {hours(totals.byDay[column] ?? 0)}
              {each === week.today ? ", today" : null}
              {hasFailed(each) ? ", not all is saved" : null}
            </span>
            {hasFailed(each) ? (
              <span className="absolute end-1 top-1">
                <Shape tone="bad" />
              </span>
            ) : null}
            <span aria-hidden className="text-caption">
              {weekday(each)}
            </span>
            <span aria-hidden className="font-semibold">
              {Number(each.slice(8))}
            </span>
            <span aria-hidden className="text-caption tabular-nums">
              {shortTime(totals.byDay[column] ?? 0)}
            </span>
          </button>
        ))}
      </fieldset>
      <ul aria-label={dayHead(day)} className="divide-y divide-line border-y border-line">
        {rows.map((row) => (
          <li className="grid grid-cols-[minmax(0,1fr)] gap-1 py-2" key={row.project.id}>
            <DayCell
              ahead={ahead}
              cells={cells}
              day={day}
              key={day}
              onList={() => onList(row, day)}
              row={row}
              seconds={secondsOf(row, day)}
            />
          </li>
        ))}
      </ul>
      <p className="flex justify-between font-semibold tabular-nums">
        Total of the week
        <span className="border-b-4 border-double border-ink">{hours(totals.all)}</span>
      </p>
    </div>
  );
}

function weekday(day: string): string {
  const format = { weekday: "narrow", timeZone: "UTC" } as const;
  return formatOf("en-GB", format).format(new Date(day));
}

function shortTime(seconds: number): string {
  return seconds === 0 ? "–" : hours(seconds);
}

type DayCellProps = {
  readonly row: WeekRow;
  readonly day: string;
  readonly seconds: number;
  readonly cells: Cells;
  readonly ahead: number;
  readonly onList: () => void;
};

function DayCell({ row, day, seconds, cells, ahead, onList }: DayCellProps) {
  const { project } = row;
  const cell = cellOf(row, day);
  const state = cells.stateOf(project.id, day);
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const id = `day-${project.id}`;
  const failed = state?.kind === "failed" ? state : null;
  const text = typed ?? failed?.text ?? (seconds === 0 ? "" : durationText(seconds));
  const reading = typed === null ? null : readDuration(typed, { from: cell.seconds });
  const echo = reading?.state === "read" ? `= ${durationEcho(reading.value)}` : null;
  const wrong = problem ?? failed?.problem ?? null;
  const commit = () => {
    if (typed === null) return;
    const refused = cells.commit(project, day, typed);
    setProblem(refused);
    if (refused === null) setTyped(null);
  };
  if (cell.runningSince !== null)
    return (
      <p className="flex min-h-11 items-center justify-between gap-3">
        <bdi className="min-w-0 truncate font-medium">{project.name}</bdi>
        <span className="text-ink2 tabular-nums">
          Running <Elapsed ahead={ahead} start={cell.runningSince} />
        </span>
      </p>
    );
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <label className="min-w-0 flex-1" htmlFor={id}>
          <bdi className="block truncate font-medium">{project.name}</bdi>
        </label>
        {cell.entries > 1 ? (
          <Button kind="quiet" onClick={onList}>
            {cell.entries} entries
          </Button>
        ) : null}
        <div className="w-24">
          <input
            aria-describedby={`${id}-told`}
            aria-invalid={wrong !== null || undefined}
            autoComplete="off"
            className={`${LINE} text-end tabular-nums`}
            id={id}
            maxLength={200}
            onBlur={commit}
            onChange={({ target }) => {
              setProblem(null);
              setTyped(target.value);
            }}
            onKeyDown={({ key }) => {
              if (key === "Enter") commit();
              if (key === "Escape") {
                setTyped(null);
                setProblem(null);
                cells.revert(project.id, day);
              }
            }}
            placeholder="0:00"
            spellCheck={false}
            value={text}
          />
        </div>
      </div>
      <output className={`text-end ${wrong === null ? "text-ink2" : "text-bad"}`} id={`${id}-told`}>
        {wrong ?? echo ?? (state?.kind === "saved" ? "Saved" : null)}
      </output>
      {failed === null ? null : (
        <div className="flex justify-end gap-2">
          <Button onClick={() => void cells.commit(project, day, failed.text)}>Retry</Button>
          <Button onClick={() => cells.revert(project.id, day)}>Discard</Button>
        </div>
      )}
    </>
  );
}
