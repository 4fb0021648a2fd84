import { notifyManager, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type Input, type Output, Refused } from "../../../api.ts";
import { useRefetch, useWrite } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { TIME, actOnTime } from "../../../timer/own-timer.ts";
import { useSayDone } from "../entries/entry-actions.ts";
import type { Entry } from "../entries/entry.ts";
import type { Times } from "./axis.ts";
import { type Timed, timesText, changedTimes } from "./timed.ts";

/** Keys that follow each other within this time are one change. */
const TOGETHER_MS = 600;

const ENTRIES = "GET /api/teams/:team/entries";

type Shown = Output<typeof ENTRIES>;

export type Range = Omit<Input<typeof ENTRIES>, "team">;

type Move = {
  readonly timed: Timed;
  readonly times: Times;
  /** The entry at the begin of the move, or after the write before. */
  readonly base: Promise<Entry>;
};

/** Times of an entry that were changed here, and meanwhile by somebody else. */
export type Clash = { readonly timed: Timed; readonly mine: Times; readonly theirs: Times };

/**
 * Gives entries other times. Each shows at once, is saved in its turn, and can be taken back. Where somebody else
 * gave other times meanwhile, it waits for the choice between both.
 */
export function useMoves(timeZone: string, range: Range) {
  const { id: team } = useTeam();
  const queries = useQueryClient();
  const key = [ENTRIES, { ...range, team }];
  const sayDone = useSayDone();
  const change = useWrite("PATCH /api/teams/:team/entries/:id", { changes: TIME });
  const refetch = useRefetch(TIME);
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Times>>(new Map());
  const waiting = useRef(new Map<string, { move: Move; timer: ReturnType<typeof setTimeout> }>());
  const turns = useRef(new Map<string, Promise<Entry | null>>());
  const { clashes, ...open } = useClashes();

  const put = (id: string, times: Times | null) =>
    setDrafts((drafts) => {
      const next = new Map(drafts);
      if (times === null) next.delete(id);
      else next.set(id, times);
      return next;
    });
  /** Shows a written entry. A refetch under way may have begun before the write, so it is cancelled. */
  const keep = async (entry: Entry) => {
    await queries.cancelQueries({ queryKey: key });
    queries.setQueryData<Shown>(key, (shown) =>
      shown === undefined
        ? shown
        : { ...shown, entries: shown.entries.map((one) => (one.id === entry.id ? entry : one)) },
    );
    void queries.invalidateQueries({ queryKey: key });
  };
  const entryOf = (id: string) =>
    queries.getQueryData<Shown>(key)?.entries.find((one) => one.id === id);
  const baseOf = async ({ entry }: Timed): Promise<Entry> => {
    const shown = entryOf(entry.id) ?? entry;
    return (await turns.current.get(entry.id)) ?? shown;
  };
  /** Answers the entry as it is saved; null when it is not. */
  const send = async ({ timed, times, base }: Move, known: Entry): Promise<Entry | null> => {
    const { entry } = timed;
    const { id } = entry;
    const before = timesIn(known);
    const given = changedTimes(entry.timeZone, before, times);
    try {
      const written = await change.mutateAsync({ team, id, seen: known.version, ...given });
      await keep(written.entry);
      if (written.event === null) return written.entry;
      sayDone(`${entry.project.name} is ${timesText(times, timeZone)} now.`, written.event);
      return written.entry;
    } catch (error) {
      // A refused entry is shown as it is now.
      await refetch();
      const now = entryOf(id);
      const isMerged = error instanceof Refused && error.problem.code === "changed_meanwhile";
      if (!isMerged || now === undefined || now.stop === null || now.start === null) throw error;
      if (now.version === known.version) throw error;
      const theirs = timesIn(now);
      // Other parts were changed: both changes stay.
      if (isSame(theirs, before)) return send({ timed, times, base }, now);
      if (!isSame(theirs, times)) open.ask({ timed, mine: times, theirs });
      return null;
    }
  };
  const save = (move: Move) => {
    const { id } = move.timed.entry;
    const before = turns.current.get(id);
    const inTurn = async () => {
      const [base] = await Promise.all([move.base, before]);
      let saved: Entry | null = null;
      await actOnTime(async () => {
        saved = await send(move, base);
      });
      if (turns.current.get(id) !== turn) return saved;
      turns.current.delete(id);
      // Runs after the cache has told the pages of the written entry, in a task of its own.
      notifyManager.schedule(() => {
        if (waiting.current.has(id) || turns.current.has(id) || open.isAsked(id)) return;
        put(id, null);
      });
      return saved;
    };
    const turn: Promise<Entry | null> = inTurn();
    turns.current.set(id, turn);
  };
  const stopWaiting = (id: string): Move | null => {
    const found = waiting.current.get(id);
    waiting.current.delete(id);
    clearTimeout(found?.timer);
    return found?.move ?? null;
  };
  const flush = (id: string) => {
    const move = stopWaiting(id);
    if (move !== null) save(move);
  };
  const flushAll = useEffectEvent(() => {
    for (const id of waiting.current.keys()) flush(id);
  });
  useEffect(() => () => flushAll(), []);

  return {
    drafts,
    /** Saves at once. */
    move: (timed: Timed, times: Times) => {
      stopWaiting(timed.entry.id);
      open.settle(timed.entry.id);
      put(timed.entry.id, times);
      save({ timed, times, base: baseOf(timed) });
    },
    /** Saves after the last of several keys. */
    step: (timed: Timed, times: Times) => {
      const { id } = timed.entry;
      const base = stopWaiting(id)?.base ?? baseOf(timed);
      open.settle(id);
      put(id, times);
      const timer = setTimeout(() => flush(id), TOGETHER_MS);
      waiting.current.set(id, { move: { timed, times, base }, timer });
    },
    flush,
    clashes,
    keepMine: ({ timed, mine }: Clash) => {
      open.settle(timed.entry.id);
      save({ timed, times: mine, base: baseOf(timed) });
    },
    takeTheirs: ({ timed }: Clash) => {
      open.settle(timed.entry.id);
      put(timed.entry.id, null);
    },
    revert: (id: string) => {
      if (stopWaiting(id) !== null) put(id, null);
    },
  } as const;
}

export type Moves = ReturnType<typeof useMoves>;

function useClashes() {
  const [clashes, setClashes] = useState<ReadonlyMap<string, Clash>>(new Map());
  const asked = useRef(new Set<string>());
  const put = (id: string, clash: Clash | null) =>
    setClashes((clashes) => {
      const next = new Map(clashes);
      next.delete(id);
      if (clash !== null) next.set(id, clash);
      return next;
    });
  return {
    clashes: [...clashes.values()],
    isAsked: (id: string) => asked.current.has(id),
    ask: (clash: Clash) => {
      asked.current.add(clash.timed.entry.id);
      put(clash.timed.entry.id, clash);
    },
    settle: (id: string) => {
      if (asked.current.delete(id)) put(id, null);
    },
  } as const;
}

function timesIn({ start, stop }: Entry): Times {
  return { start: Date.parse(start ?? ""), stop: Date.parse(stop ?? "") };
}

function isSame(one: Times, other: Times): boolean {
  return one.start === other.start && one.stop === other.stop;
}
