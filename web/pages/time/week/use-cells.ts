import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type Range, readDuration } from "../../../../src/shared/duration.ts";
import { spoken } from "../../../../src/shared/words.ts";
import { api, type Input, Refused } from "../../../api.ts";
import { say } from "../../../components/toast.tsx";
import { useTeam } from "../../../team.tsx";
import { tellOtherTabs, useUndoing } from "../../../timer/own-timer.ts";
import type { TrackedProject } from "../projects.ts";
import { cellKey, cellOf, type Week, withCell, dayHead } from "./week-model.ts";

const WEEK = "GET /api/teams/:team/week";
const SAVED_MS = 2000;

export type CellState =
  | { readonly kind: "saving"; readonly text: string; readonly seconds: number }
  | { readonly kind: "saved" }
  | {
      readonly kind: "failed";
      readonly text: string;
      readonly problem: string;
      readonly isUnread?: true;
      /** Set where somebody else has changed the cell: the reader chooses which value stays. */
      readonly isOvertaken?: true;
    };

export type FailedCell = Extract<CellState, { kind: "failed" }>;

type Written = {
  readonly seconds: number;
  readonly entries: number;
  readonly event: string | null;
};
type Typed = { readonly seconds: number; readonly range?: Range };

/** Writes the week's cells. Each shows at once, is saved in its turn, and keeps its text if it fails. */
export function useCells(input: Input<typeof WEEK>) {
  const { id: team } = useTeam();
  const queries = useQueryClient();
  const undo = useUndoing();
  const [said, setSaid] = useState("");
  const [states, setStates] = useState<ReadonlyMap<string, CellState>>(new Map());
  const turns = useRef(new Map<string, Promise<string | null>>());
  /** Events of the writes in the order in which they were typed; null for a write without one. */
  const writes = useRef<Promise<string | null>[]>([]);
  /** Events that were taken back by another way. */
  const gone = useRef(new Set<string>());
  const undoing = useRef(Promise.resolve());
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
    const { person } = input;
    if (range === undefined || entries > 0) {
      return api("PUT /api/teams/:team/week/cell", { team, project, day, seconds, seen, person });
    }
    const { start, end } = range;
    const times = { team, project, day, start, end, person };
    const { entry, event } = await api("POST /api/teams/:team/entries", times);
    return { seconds: entry.seconds ?? 0, entries: 1, event };
  };
  const sayCleared = (place: string, seconds: number, event: string) =>
    say(`${place}: ${spoken(seconds)} deleted.`, {
      action: {
        label: "Undo",
        onPress: () => {
          gone.current.add(event);
          void undo(event);
        },
      },
    });
  /** @returns the event of the write, or null if nothing was written */
  const save = async (project: TrackedProject, day: string, text: string, typed: Typed) => {
    const cell = cellKey(project.id, day);
    try {
      const before = known(project.id, day);
      const { seconds, entries, event } = await write(project.id, day, typed);
      if (event !== null && seconds === 0 && before.seconds > 0)
        sayCleared(`${project.name}, ${dayHead(day)}`, before.seconds, event);
      await queries.cancelQueries({ queryKey: key });
      queries.setQueryData<Week>(key, (week) =>
        week === undefined ? week : withCell(week, project, { day, seconds, entries }),
      );
      put(cell, { kind: "saved" });
      setSaid(`${project.name}, ${dayHead(day)}: saved`);
      setTimeout(() => setStates((states) => withoutSaved(states, cell)), SAVED_MS);
      tellOtherTabs();
      return event;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const isOvertaken = error.problem.code === "changed_meanwhile";
      if (isOvertaken) await queries.invalidateQueries({ queryKey: key });
      const problem = problemOf(error);
      put(cell, { kind: "failed", text, problem, ...(isOvertaken ? { isOvertaken } : {}) });
      return null;
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
    setSaid("");
    put(cell, { kind: "saving", text, seconds: typed.seconds });
    const turn = (turns.current.get(cell) ?? Promise.resolve()).then(async () =>
      save(project, day, text, typed),
    );
    turns.current.set(cell, turn);
    writes.current.push(turn);
    void forgetEmpty(turn);
    return null;
  };
  /** Forgets a write that was refused or changed nothing: there is nothing to take back. */
  const forgetEmpty = async (turn: Promise<string | null>) => {
    if ((await turn) === null) writes.current = writes.current.filter((one) => one !== turn);
  };

  /** Event of the last write that is not taken back yet. Waits for one under way. */
  const lastEvent = async (): Promise<string | null> => {
    const event = (await writes.current.pop()) ?? null;
    return event !== null && gone.current.has(event) ? lastEvent() : event;
  };

  return {
    stateOf: (project: string, day: string) => states.get(cellKey(project, day)) ?? null,
    commit,
    /** Keeps a text without meaning where its cell is left. */
    keepUnread: (project: string, day: string, text: string, problem: string) =>
      put(cellKey(project, day), { kind: "failed", text, problem, isUnread: true }),
    said,
    hasFailed: hasAny(states, "failed"),
    isSaving: hasAny(states, "saving"),
    revert: (project: string, day: string) => put(cellKey(project, day), null),
    /** Takes the last write back, one after the other. */
    takeBack: () => {
      undoing.current = undoing.current.then(async () => undo(await lastEvent()));
    },
  } as const;
}

export function waysOut({ isOvertaken, isUnread }: FailedCell) {
  if (isUnread === true) return { again: "Correct", back: "Discard" };
  return isOvertaken === true
    ? { again: "Keep mine", back: "Take theirs" }
    : { again: "Retry", back: "Discard" };
}

export type Cells = ReturnType<typeof useCells>;

/** True for a typed text that would change the time of its cell, or has no meaning. */
export function isUnsavedText(text: string, seconds: number): boolean {
  const reading = readDuration(text, { from: seconds });
  if (reading.state === "read") return reading.value.seconds !== seconds;
  return reading.state === "refused" || seconds > 0;
}

function hasAny(states: ReadonlyMap<string, CellState>, kind: CellState["kind"]): boolean {
  return [...states.values()].some((state) => state.kind === kind);
}

function withoutSaved(states: ReadonlyMap<string, CellState>, cell: string) {
  if (states.get(cell)?.kind !== "saved") return states;
  const next = new Map(states);
  next.delete(cell);
  return next;
}

function problemOf({ problem, why }: Refused): string {
  const [error] = problem.errors;
  return error?.detail ?? why;
}
