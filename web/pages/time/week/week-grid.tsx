import { type KeyboardEvent, useState } from "react";
import { durationText } from "../../../../src/shared/duration.ts";
import { say } from "../../../components/toast.tsx";
import { hours } from "../../../numbers.ts";
import { GridCell } from "./grid-cell.tsx";
import type { Cells } from "./use-cells.ts";
import {
  cellOf,
  movedTo,
  type Place,
  totalsOf,
  type Week,
  type WeekRow,
  dayHead,
  whyFixed,
} from "./week-model.ts";

/** Text of a cell that is being edited. Another cell may get the focus before it ends. */
type Edit = { readonly at: Place; readonly text: string; readonly isAll: boolean };

type WeekGridProps = {
  readonly week: Week;
  readonly rows: readonly WeekRow[];
  readonly cells: Cells;
  readonly ahead: number;
  readonly start: Place | null;
  /** True for the week of somebody whose time the reader cannot change. */
  readonly isReadOnly: boolean;
  readonly onList: (row: WeekRow, day: string) => void;
};

export function gridCellId({ row, column }: Place): string {
  return `cell-${row}-${column}`;
}

export function focusedCell(): Place | null {
  const [, row, column] = /^cell-(\d+)-(\d+)$/.exec(document.activeElement?.id ?? "") ?? [];
  return row === undefined ? null : { row: Number(row), column: Number(column) };
}

/** The week as a grid with one tab stop: arrows move, typing replaces, Enter commits down, Tab right. */
export function WeekGrid(props: WeekGridProps) {
  const { week, rows, cells, ahead, start, isReadOnly, onList } = props;
  const [active, setActive] = useState<Place>(start ?? { row: 0, column: 0 });
  const [edit, setEdit] = useState<Edit | null>(null);
  const days = week.days.map(({ day }) => day);
  const secondsOf = (row: WeekRow, day: string) => {
    const state = cells.stateOf(row.project.id, day);
    return state?.kind === "saving" ? state.seconds : cellOf(row, day).seconds;
  };
  const totals = totalsOf(rows, days, secondsOf);
  const size = { rows: rows.length, columns: days.length };
  const place = { row: Math.min(active.row, rows.length - 1), column: active.column };
  const cellAt = ({ row, column }: Place) => ({ row: rows[row], day: days[column] });
  const go = (to: Place | null) => {
    setEdit(null);
    if (to === null) return;
    setActive(to);
    // The cell is drawn anew when its editor goes.
    requestAnimationFrame(() => document.getElementById(gridCellId(to))?.focus());
  };
  const begin = (at: Place, text: string | null) => {
    const { row, day } = cellAt(at);
    if (row === undefined || day === undefined) return;
    const cell = cellOf(row, day);
    const why = whyFixed(cell, isReadOnly);
    if (why !== null) {
      setActive(at);
      if (text === null && cell.runningSince === null && cell.entries > 0) onList(row, day);
      else say(why, { tone: "quiet" });
      return;
    }
    const state = cells.stateOf(row.project.id, day);
    const seconds = secondsOf(row, day);
    const kept = state?.kind === "failed" ? state.text : seconds === 0 ? "" : durationText(seconds);
    setActive(at);
    setEdit({ at, text: text ?? kept, isAll: text === null });
  };
  const press = (event: KeyboardEvent) => {
    const { row, day } = cellAt(place);
    if (edit !== null || row === undefined || day === undefined) return;
    if (!(event.target instanceof HTMLElement) || event.target.tagName !== "TD") return;
    const { key, ctrlKey, metaKey, altKey } = event;
    if (key.toLowerCase() === "z" && (ctrlKey || metaKey)) {
      event.preventDefault();
      cells.takeBack();
      return;
    }
    if (metaKey || altKey) return;
    const cell = cellOf(row, day);
    const why = whyFixed(cell, isReadOnly);
    if (key === "Enter" && cell.entries > 1) onList(row, day);
    else if (key === "Enter" || key === "F2") begin(place, null);
    else if (key === "Delete" || key === "Backspace") {
      if (why === null) cells.commit(row.project, day, "");
      else say(why, { tone: "quiet" });
    } else if (/^[\d:.,+-]$/.test(key) && !ctrlKey) begin(place, key);
    else if (key === "Escape") cells.revert(row.project.id, day);
    else {
      const to = key === "Tab" ? null : movedTo(place, ctrlKey ? `Control+${key}` : key, size);
      if (to === null) return;
      go(to);
    }
    event.preventDefault();
  };
  return (
    <>
      <output className="sr-only">{cells.said}</output>
      <table
        aria-label="Time by project and day"
        className="w-full table-fixed border-collapse tabular-nums"
        onKeyDown={press}
        role="grid"
      >
        <Head days={days} today={week.today} />
        <tbody className="divide-y divide-line border-y border-line">
          {rows.map((row, index) => (
            <tr key={row.project.id}>
              <RowHead project={row.project} />
              {days.map((day, column) => {
                const here = { row: index, column };
                return (
                  <GridCell
                    ahead={ahead}
                    cell={cellOf(row, day)}
                    edit={isSame(edit?.at, here) ? edit : null}
                    id={gridCellId(here)}
                    isActive={isSame(place, here)}
                    isWeekend={column > 4}
                    key={day}
                    label={`${row.project.name}, ${dayHead(day)}`}
                    onBegin={(text) => begin(here, text)}
                    onCommit={(text, move) => {
                      const problem = cells.commit(row.project, day, text);
                      if (problem === null) go(movedTo(here, move, size));
                      return problem;
                    }}
                    onFocus={() => setActive(here)}
                    onLeave={(text) => {
                      const problem = cells.commit(row.project, day, text);
                      if (problem !== null) cells.keepUnread(row.project.id, day, text, problem);
                      setEdit((edit) => (isSame(edit?.at, here) ? null : edit));
                    }}
                    onList={() => onList(row, day)}
                    onRetry={(text) => {
                      cells.commit(row.project, day, text);
                      go(here);
                    }}
                    onRevert={() => {
                      cells.revert(row.project.id, day);
                      go(here);
                    }}
                    seconds={secondsOf(row, day)}
                    state={cells.stateOf(row.project.id, day)}
                    why={whyFixed(cellOf(row, day), isReadOnly)}
                  />
                );
              })}
              <td className="px-2 py-1 text-end align-top leading-4.5 font-medium">
                {timeText(totals.byRow(row))}
              </td>
            </tr>
          ))}
        </tbody>
        <Foot days={days} totals={totals} />
      </table>
    </>
  );
}

function Head({ days, today }: { readonly days: readonly string[]; readonly today: string }) {
  return (
    <thead>
      <tr>
        <th className="w-44 py-2 xl:w-60 text-start text-small font-medium text-ink2" scope="col">
          Project
        </th>
        {days.map((day) => (
          <th
            className={`px-2 py-2 text-end text-small font-medium ${day === today ? "border-b-2 border-accent text-accent" : "text-ink2"}`}
            key={day}
            scope="col"
          >
            {dayHead(day).slice(0, 4)}
            <span className="whitespace-nowrap">{dayHead(day).slice(4)}</span>
            {day === today ? <span className="block text-caption">Today</span> : null}
          </th>
        ))}
        <th
          className="w-18 px-2 py-2 xl:w-22 text-end text-small font-medium text-ink2"
          scope="col"
        >
          Total
        </th>
      </tr>
    </thead>
  );
}

function RowHead({ project }: Pick<WeekRow, "project">) {
  return (
    <th className="max-w-60 py-1 pe-3 text-start leading-4.5 align-top font-normal" scope="row">
      <bdi className="block truncate font-medium">{project.name}</bdi>
      {project.customer === null ? null : (
        <bdi className="block truncate text-caption text-ink2">{project.customer}</bdi>
      )}
    </th>
  );
}

type FootProps = {
  readonly days: readonly string[];
  readonly totals: Pick<ReturnType<typeof totalsOf>, "byDay" | "all">;
};

function Foot({ days, totals }: FootProps) {
  return (
    <tfoot>
      <tr className="font-semibold">
        <th className="py-2 text-start align-top font-semibold" scope="row">
          Total
        </th>
        {totals.byDay.map((seconds, column) => (
          <td className="p-2 text-end align-top" key={days[column]}>
            {timeText(seconds)}
          </td>
        ))}
        <td className="border-b-4 border-double border-accent p-2 text-end align-top">
          {hours(totals.all)}
        </td>
      </tr>
    </tfoot>
  );
}

function isSame(one: Place | undefined, other: Place): boolean {
  return one?.row === other.row && one.column === other.column;
}

/** Empty for no time, so that a week reads at a glance. */
function timeText(seconds: number): string {
  return seconds === 0 ? "" : hours(seconds);
}
