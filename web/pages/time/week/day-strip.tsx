import { useState } from "react";
import { durationEcho, durationText, readDuration } from "../../../../src/shared/duration.ts";
import { Button } from "../../../components/button.tsx";
import { isInQuestion, UnsavedGuard } from "../../../form/unsaved-guard.tsx";
import { hours } from "../../../numbers.ts";
import { Elapsed } from "../../../timer/elapsed.tsx";
import { DayButtons } from "../day-buttons.tsx";
import { InvoiceLock } from "../entries/locked.tsx";
import { type Cells, type FailedCell, isUnsavedText, waysOut } from "./use-cells.ts";
import {
  WEEK_ADDRESS,
  cellOf,
  totalsOf,
  type Week,
  type WeekRow,
  dayHead,
  newestWords,
  type Cell,
  whyFixed,
} from "./week-model.ts";

type DayStripProps = {
  readonly week: Week;
  readonly rows: readonly WeekRow[];
  readonly cells: Cells;
  readonly ahead: number;
  /** True for the week of somebody whose time the reader cannot change. */
  readonly isReadOnly: boolean;
  readonly onList: (row: WeekRow, day: string) => void;
};

/** The week on narrow screens: a strip of days, and the rows of one of them. */
export function DayStrip({ week, rows, cells, ahead, isReadOnly, onList }: DayStripProps) {
  const days = week.days.map(({ day }) => day);
  const first = days.includes(week.today) ? week.today : (days[0] ?? week.today);
  const [chosen, setChosen] = useState(first);
  const day = days.includes(chosen) ? chosen : first;
  const choose = (day: string) => {
    // Saves the open field: on some phones a tap does not take its focus.
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
    setChosen(day);
  };
  const secondsOf = (row: WeekRow, day: string) => {
    const state = cells.stateOf(row.project.id, day);
    return state?.kind === "saving" ? state.seconds : cellOf(row, day).seconds;
  };
  const totals = totalsOf(rows, days, secondsOf);
  const hasFailed = (day: string) =>
    rows.some(({ project }) => cells.stateOf(project.id, day)?.kind === "failed");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <DayButtons
        chosen={day}
        days={days.map((day, column) => ({
          day,
          seconds: totals.byDay[column] ?? 0,
          isUnsaved: hasFailed(day),
        }))}
        onChoose={choose}
        today={week.today}
      />
      <ul aria-label={dayHead(day)} className="divide-y divide-line border-y border-line">
        {rows.map((row) => (
          <li className="grid grid-cols-[minmax(0,1fr)] gap-1 py-2" key={row.project.id}>
            <DayCell
              ahead={ahead}
              cells={cells}
              day={day}
              key={day}
              isReadOnly={isReadOnly}
              onList={() => onList(row, day)}
              row={row}
              seconds={secondsOf(row, day)}
            />
          </li>
        ))}
      </ul>
      <p className="flex justify-between font-semibold tabular-nums">
        Total of the week
        <span className="border-b-4 border-double border-accent">{hours(totals.all)}</span>
      </p>
    </div>
  );
}

type DayCellProps = {
  readonly row: WeekRow;
  readonly day: string;
  readonly seconds: number;
  readonly cells: Cells;
  readonly ahead: number;
  readonly isReadOnly: boolean;
  readonly onList: () => void;
};

function DayCell({ row, day, seconds, cells, ahead, isReadOnly, onList }: DayCellProps) {
  const { project } = row;
  const cell = cellOf(row, day);
  const state = cells.stateOf(project.id, day);
  const [typed, setTyped] = useState<string | null>(null);
  const [hasFocus, setHasFocus] = useState(false);
  const id = `day-${project.id}`;
  const failed = state?.kind === "failed" ? state : null;
  // Shows the seconds of a stopped timer only while it is edited, as the grid does.
  const shown = hasFocus ? durationText(seconds) : hours(seconds);
  const text = typed ?? failed?.text ?? (seconds === 0 ? "" : shown);
  const reading = typed === null ? null : readDuration(typed, { from: cell.seconds });
  const echo = reading?.state === "read" ? `= ${durationEcho(reading.value)}` : null;
  const newest = reading?.state === "read" ? newestWords(cell, reading.value.seconds) : null;
  // A newly typed text is not refused yet.
  const wrong = typed === null && failed !== null ? failed.problem : null;
  // The pressed button goes.
  const focusField = () => document.getElementById(id)?.focus();
  const commit = () => {
    if (typed === null) return;
    const refused = cells.commit(project, day, typed);
    if (refused !== null) cells.keepUnread(project.id, day, typed, refused);
    setTyped(null);
  };
  if (whyFixed(cell, isReadOnly) !== null)
    return <FixedCell ahead={ahead} cell={cell} onList={onList} project={project} />;
  return (
    <>
      <UnsavedGuard
        also={WEEK_ADDRESS}
        isUnsaved={typed !== null && isUnsavedText(typed, seconds)}
      />
      <div className="flex items-center justify-between gap-3">
        <label className="min-w-0 flex-1" htmlFor={id}>
          <ProjectName project={project} />
        </label>
        <Entries count={cell.entries} onList={onList} />
        <div className="w-24">
          <input
            aria-describedby={`${id}-told`}
            aria-invalid={wrong !== null || undefined}
            autoComplete="off"
            className="line-control text-end tabular-nums"
            id={id}
            maxLength={200}
            onBlur={({ relatedTarget, currentTarget }) => {
              setHasFocus(false);
              if (!isInQuestion(relatedTarget, currentTarget)) commit();
            }}
            onChange={({ target }) => {
              setTyped(target.value);
            }}
            onFocus={() => setHasFocus(true)}
            onKeyDown={({ key }) => {
              if (key === "Enter") commit();
              if (key === "Escape") {
                setTyped(null);
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
        {newest === null ? null : <span className="block">{newest}</span>}
      </output>
      {failed === null ? null : (
        <WaysOut
          failed={failed}
          onAgain={() => {
            cells.commit(project, day, failed.text);
            focusField();
          }}
          onBack={() => {
            cells.revert(project.id, day);
            focusField();
          }}
        />
      )}
    </>
  );
}

type FixedCellProps = Pick<DayCellProps, "ahead" | "onList"> &
  Pick<WeekRow, "project"> & { readonly cell: Cell };

/** Time that cannot be changed here. */
function FixedCell({ project, cell, ahead, onList }: FixedCellProps) {
  const { seconds, entries, runningSince, invoice } = cell;
  return (
    <div className="flex min-h-11 items-center justify-between gap-3">
      <span className="min-w-0 flex-1">
        <ProjectName project={project} />
        {invoice === null ? null : <InvoiceLock invoice={invoice} />}
      </span>
      <Entries count={entries} onList={onList} />
      {runningSince === null ? (
        <span className="tabular-nums">{hours(seconds)}</span>
      ) : (
        <span className="text-end text-ink2 tabular-nums">
          {seconds === 0 ? null : <span className="text-ink">{hours(seconds)} + </span>}
          <Elapsed ahead={ahead} start={runningSince} />
          <span className="block text-caption">Running</span>
        </span>
      )}
    </div>
  );
}

function Entries({ count, onList }: { readonly count: number; readonly onList: () => void }) {
  if (count < 2) return null;
  return (
    <Button kind="quiet" onClick={onList}>
      {count} entries
    </Button>
  );
}

type WaysOutProps = {
  readonly failed: FailedCell;
  readonly onAgain: () => void;
  readonly onBack: () => void;
};

function WaysOut({ failed, onAgain, onBack }: WaysOutProps) {
  const { again, back } = waysOut(failed);
  return (
    <div className="flex justify-end gap-2">
      {failed.isUnread === true ? null : <Button onClick={onAgain}>{again}</Button>}
      <Button onClick={onBack}>{back}</Button>
    </div>
  );
}

/** With its customer: two projects may have one name. */
function ProjectName({ project }: Pick<WeekRow, "project">) {
  return (
    <>
      <bdi className="block truncate font-medium">{project.name}</bdi>
      {project.customer === null ? null : (
        <span className="block truncate text-caption text-ink2">
          <span className="sr-only">, </span>
          <bdi>{project.customer}</bdi>
        </span>
      )}
    </>
  );
}
