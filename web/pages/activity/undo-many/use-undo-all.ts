import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Problem } from "../../../../src/api/problem.ts";
import { api, Refused } from "../../../api.ts";
import { say } from "../../../components/toast.tsx";
import { addRow, replaceRow } from "../../../list/changes.ts";
import { counted } from "../../../numbers.ts";
import { useTeam } from "../../../team.tsx";
import { EVENT_ROWS } from "../event-rows.ts";
import type { Event } from "../event.ts";
import type { Left } from "./choose.ts";

export type Run = {
  readonly isOver: boolean;
  readonly all: number;
  readonly undone: number;
  readonly left: readonly Left[];
  /** Problem that ended it before its end. */
  readonly problem: Problem | null;
};

/**
 * Undoes events one after the other, each in a transaction of its own. Goes on where one cannot be
 * undone. Stops when the dialog closes, and says then how many were done.
 */
export function useUndoAll() {
  const team = useTeam();
  const queries = useQueryClient();
  const [run, setRun] = useState<Run | null>(null);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  const attempt = async (event: Event): Promise<Problem | null> => {
    try {
      const done = await api(UNDO, { team: team.id, id: event.id });
      replaceRow(queries, EVENT_ROWS, done.event);
      addRow(queries, EVENT_ROWS, done.undoing);
      return null;
    } catch (error) {
      if (error instanceof Refused) return error.problem;
      throw error;
    }
  };
  const undoAll = async (events: readonly Event[]) => {
    let now: Run = { isOver: false, all: events.length, undone: 0, left: [], problem: null };
    setRun(now);
    for (const event of events) {
      const problem = await attempt(event);
      now = after(now, event, problem);
      setRun(now);
      if (now.problem !== null || !isOpen.current) break;
    }
    setRun({ ...now, isOver: true });
    await queries.invalidateQueries();
    if (!isOpen.current) say(saidOf(now), { tone: now.undone === now.all ? "good" : "quiet" });
  };
  return { run, undoAll } as const;
}

const UNDO = "POST /api/teams/:team/activity/:id/undo";

function after(run: Run, event: Event, problem: Problem | null): Run {
  if (problem === null) return { ...run, undone: run.undone + 1 };
  if (problem.code !== "not_undoable") return { ...run, problem };
  return { ...run, left: [...run.left, { event, because: `${problem.title} ${problem.detail}` }] };
}

/** `2 of 3 changes undone.` */
export function saidOf({ undone, all }: Run): string {
  return `${undone} of ${counted(all, "change")} undone.`;
}
