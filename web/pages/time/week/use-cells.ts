import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Range } from "../../../../src/shared/duration-range.ts";
import { readDuration } from "../../../../src/shared/duration.ts";
import { api, type Input, type Output, Refused } from "../../../api.ts";
import { useTeam } from "../../../team.tsx";
import { tellOtherTabs } from "../../../timer/own-timer.ts";
import type { TrackedProject } from "../projects.ts";
import { cellKey, cellOf, type Week, withCell } from "./week-model.ts";

const WEEK = "GET /api/teams/:team/week";
const SAVED_MS = 2000;

export type CellState =
  | { readonly kind: "saving"; readonly text: string; readonly seconds: number }
  | { readonly kind: "saved" }
  | { readonly kind: "failed"; readonly text: string; readonly problem: string };

type Written = {
  readonly seconds: number;
  readonly entries: number;
  readonly event: string | null;
};
type Typed = { readonly seconds: number; readonly range?: Range };

/** Writes of the week's cells: each shows at once, is saved in its turn, and keeps its text if it fails. */
export function useCells(input: Input<typeof WEEK>) {
  const { id: team } = useTeam();
  const queries = useQueryClient();
  const [states, setStates] = useState<ReadonlyMap<string, CellState>>(new Map());
  const turns = useRef(new Map<string, Promise<void>>());
  const events = useRef<string[]>([]);
  const key = [WEEK, input];

  const put = (cell: string, state: CellState | null) =>
    setStates((states) => {
      const next = new Map(states);
      if (state === null) next.delete(cell);
      else next.set(cell, state);
      return next;
    });
  const known = (project: string, day: string) => {
    const week = queries.getQueryData<Week>(key);
    const row = week?.rows.find((row) => row.project.id === project);
    return row === undefined ? { seconds: 0, entries: 0 } : cellOf(row, day);
  };
  const write = async (project: string, day: string, typed: Typed): Promise<Written> => {
    const { seconds: seen, entries } = known(project, day);
    const { range, seconds } = typed;
    const person = input.person === undefined ? {} : { person: input.person };
    if (range === undefined || entries > 0) {
      const cell = { team, project, day, seconds, seen, ...person };
      return api("PUT /api/teams/:team/week/cell", cell);
    }
    const times = { team, project, day, start: range.start, end: range.end, ...person };
    const added: Output<"POST /api/teams/:team/entries"> = await api(
      "POST /api/teams/:team/entries",
      times,
    );
    return { seconds: added.entry.seconds ?? 0, entries: 1, event: added.event };
  };
  const save = async (project: TrackedProject, day: string, text: string, typed: Typed) => {
    const cell = cellKey(project.id, day);
    try {
      const { seconds, entries, event } = await write(project.id, day, typed);
      if (event !== null) events.current.push(event);
      await queries.cancelQueries({ queryKey: key });
      queries.setQueryData<Week>(key, (week) =>
        week === undefined ? week : withCell(week, project, { day, seconds, entries }),
      );
      put(cell, { kind: "saved" });
      setTimeout(() => setStates((states) => withoutSaved(states, cell)), SAVED_MS);
      tellOtherTabs();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.problem.code === "changed_meanwhile")
        await queries.invalidateQueries({ queryKey: key });
      put(cell, { kind: "failed", text, problem: problemOf(error) });
    }
  };

  /**
   * Reads what was typed and saves it.
   * @returns why it cannot be saved, or null
   */
  const commit = (project: TrackedProject, day: string, text: string): string | null => {
    const cell = cellKey(project.id, day);
    const { seconds: from } = known(project.id, day);
    const reading = readDuration(text, { from });
    if (reading.state === "refused") return reading.why;
    const typed: Typed = reading.state === "empty" ? { seconds: 0 } : reading.value;
    const isPending = states.get(cell)?.kind === "saving";
    if (typed.seconds === from && !isPending) {
      put(cell, null);
      return null;
    }
    put(cell, { kind: "saving", text, seconds: typed.seconds });
    const turn = (turns.current.get(cell) ?? Promise.resolve()).then(async () =>
      save(project, day, text, typed),
    );
    turns.current.set(cell, turn);
    return null;
  };

  return {
    stateOf: (project: string, day: string) => states.get(cellKey(project, day)) ?? null,
    commit,
    fail: (project: string, day: string, text: string, problem: string) =>
      put(cellKey(project, day), { kind: "failed", text, problem }),
    revert: (project: string, day: string) => put(cellKey(project, day), null),
    /** Takes the event of the last write that was not taken back yet. */
    lastEvent: () => events.current.pop() ?? null,
  } as const;
}

export type Cells = ReturnType<typeof useCells>;

function withoutSaved(states: ReadonlyMap<string, CellState>, cell: string) {
  if (states.get(cell)?.kind !== "saved") return states;
  const next = new Map(states);
  next.delete(cell);
  return next;
}

function problemOf({ problem }: Refused): string {
  const [error] = problem.errors;
  return error?.detail ?? `${problem.title} ${problem.detail}`;
}
