import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { say, toastRefusal } from "../../../components/toast.tsx";
import { useRefetch } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { undoAll } from "../../../undo.ts";
import { TRANSACTION_CHANGES } from "../transaction.ts";
import { SUGGESTIONS } from "./use-selecting.ts";

const REVIEW = "GET /api/teams/:team/review";

type Written = {
  /** Events of one act, in their order. Null for a write that changed nothing. */
  readonly events: readonly (string | null)[];
};

type Act = {
  readonly words: string;
  /** Items that are done with it. */
  readonly keys: readonly string[];
  readonly events: readonly string[];
};

export type Work = ReturnType<typeof useWork>;

/**
 * Keeps what was done on this page: its items are gone at once, and come back when it is refused or undone.
 * @param onBack takes the first item that came back
 */
export function useWork(onBack: (key: string | null) => void) {
  const team = useTeam().id;
  const refetch = useRefetch([...TRANSACTION_CHANGES, SUGGESTIONS]);
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const acts = useRef<readonly Act[]>([]);
  /** Acts that are being taken back. */
  const leaving = useRef<ReadonlySet<Act>>(new Set());
  const queries = useQueryClient();
  /** Items whose write is under way. */
  const writing = useRef<ReadonlySet<string>>(new Set());
  const hide = (keys: readonly string[]) => setDone((done) => new Set([...done, ...keys]));
  const bring = (keys: readonly string[]) => {
    setDone((done) => new Set([...done].filter((key) => !keys.includes(key))));
    onBack(keys[0] ?? null);
  };
  /** Takes an act back. What was refused stays the act, for another try. */
  const takeBack = async (act: Act) => {
    if (leaving.current.has(act) || !acts.current.includes(act)) return;
    leaving.current = new Set([...leaving.current, act]);
    const left = await undoAll(team, act.events);
    leaving.current = new Set([...leaving.current].filter((other) => other !== act));
    acts.current = acts.current.flatMap((other) => {
      if (other !== act) return [other];
      return left.length === 0 ? [] : [{ ...act, events: left }];
    });
    await refetch();
    if (left.length === 0) bring(act.keys);
  };
  /** Does something about items, and tells it with Undo. Null when it was refused. */
  const run = async <Answer>(
    keys: readonly string[],
    write: () => Promise<Answer>,
    tell: (answer: Answer) => Written & { readonly words: string },
  ): Promise<Answer | null> => {
    hide(keys);
    writing.current = new Set([...writing.current, ...keys]);
    const answer = await toastRefusal(write);
    writing.current = new Set([...writing.current].filter((key) => !keys.includes(key)));
    if (answer === null) {
      bring(keys);
      return null;
    }
    const { words, events } = tell(answer);
    const act = { words, keys, events: events.filter((event) => event !== null) };
    acts.current = [...acts.current, act];
    say(words, { action: { label: "Undo", onPress: () => void takeBack(act) } });
    await refetch();
    // The answer of a refetch that another act cut short is still to come.
    if (queries.isFetching({ queryKey: [REVIEW] }) === 0) setDone(writing.current);
    return answer;
  };
  const undoLast = () => {
    const act = acts.current.findLast((act) => !leaving.current.has(act));
    if (act === undefined) say("There is nothing to undo on this page.", { tone: "quiet" });
    else void takeBack(act);
  };
  return { done, run, undoLast } as const;
}
