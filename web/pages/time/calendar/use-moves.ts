import { notifyManager, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Input, Output } from "../../../api.ts";
import { say } from "../../../components/toast.tsx";
import { useRefetch, useWrite } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { TIME, told, useUndoing } from "../../../timer/own-timer.ts";
import type { Entry } from "../entries/entry.ts";
import type { Times } from "./axis.ts";
import { type Timed, timesText } from "./timed.ts";
import { changedTimes } from "./written-times.ts";

/** Keys that follow each other within this time are one change. */
const TOGETHER_MS = 600;

const ENTRIES = "GET /api/teams/:team/entries";

type Shown = Output<typeof ENTRIES>;

/** Days and person whose entries are shown. */
export type Range = Omit<Input<typeof ENTRIES>, "team">;

type Move = { readonly timed: Timed; readonly times: Times };

/** Times that entries were given here: each shows at once, is saved in its turn, and can be taken back. */
export function useMoves(timeZone: string, range: Range) {
  const { id: team } = useTeam();
  const queries = useQueryClient();
  const key = [ENTRIES, { ...range, team }];
  const undo = useUndoing();
  const change = useWrite("PATCH /api/teams/:team/entries/:id", { changes: TIME });
  const refetch = useRefetch(TIME);
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Times>>(new Map());
  const waiting = useRef(new Map<string, { move: Move; timer: ReturnType<typeof setTimeout> }>());
  const turns = useRef(new Map<string, Promise<void>>());

  const put = (id: string, times: Times | null) =>
    setDrafts((drafts) => {
      const next = new Map(drafts);
      if (times === null) next.delete(id);
      else next.set(id, times);
      return next;
    });
  /** Puts an entry into the shown ones. A refetch that is under way may have begun before the write. */
  const keep = async (entry: Entry) => {
    await queries.cancelQueries({ queryKey: key });
    queries.setQueryData<Shown>(key, (shown) =>
      shown === undefined
        ? shown
        : { ...shown, entries: shown.entries.map((one) => (one.id === entry.id ? entry : one)) },
    );
    void queries.invalidateQueries({ queryKey: key });
  };
  const write = async ({ timed: { entry }, times }: Move) => {
    const { id } = entry;
    // As the write before it, and the refetch after that, have left it.
    const list = queries.getQueryData<Shown>(key);
    const known = list?.entries.find((one) => one.id === id) ?? entry;
    const before = { start: Date.parse(known.start ?? ""), stop: Date.parse(known.stop ?? "") };
    const given = changedTimes(entry.timeZone, before, times);
    await told(async () => {
      const sent = change.mutateAsync({ team, id, seen: known.version, ...given });
      // A refused entry is shown as it is now.
      const written = await sent.catch(async (error: unknown) => {
        await refetch();
        throw error;
      });
      await keep(written.entry);
      if (written.event === null) return;
      say(`${entry.project.name} is ${timesText(times, timeZone)} now.`, {
        action: { label: "Undo", onPress: () => void undo(written.event) },
      });
    });
  };
  const save = (move: Move) => {
    const { id } = move.timed.entry;
    const before = turns.current.get(id);
    const inTurn = async () => {
      await before;
      await write(move);
      if (turns.current.get(id) !== turn) return;
      turns.current.delete(id);
      // Behind the news of the kept entry, which pages hear of in a task of its own.
      notifyManager.schedule(() => {
        if (!waiting.current.has(id) && !turns.current.has(id)) put(id, null);
      });
    };
    const turn: Promise<void> = inTurn();
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
      put(timed.entry.id, times);
      save({ timed, times });
    },
    /** Saves after the last of several keys. */
    step: (timed: Timed, times: Times) => {
      const { id } = timed.entry;
      stopWaiting(id);
      put(id, times);
      const timer = setTimeout(() => flush(id), TOGETHER_MS);
      waiting.current.set(id, { move: { timed, times }, timer });
    },
    flush,
    /** Takes back steps that are not saved yet. */
    revert: (id: string) => {
      if (stopWaiting(id) !== null) put(id, null);
    },
  } as const;
}

export type Moves = ReturnType<typeof useMoves>;
