import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { say } from "../../../components/toast.tsx";
import { useRefetch } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { told } from "../../../told.ts";
import { undoAll } from "../../../undo.ts";
import { CHANGED } from "../transaction.ts";

const REVIEW = "GET /api/teams/:team/review";

/** Events of one act, in their order. Null for a write that changed nothing. */
type Written = { readonly events: readonly (string | null)[] };

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
  const refetch = useRefetch(CHANGED);
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const acts = useRef<readonly Act[]>([]);
  const queries = useQueryClient();
  /** Items whose write is under way. */
  const writing = useRef<ReadonlySet<string>>(new Set());
  const hide = (keys: readonly string[]) => setDone((done) => new Set([...done, ...keys]));
  const bring = (keys: readonly string[]) => {
    setDone((done) => new Set([...done].filter((key) => !keys.includes(key))));
    onBack(keys[0] ?? null);
  };
  const takeBack = async (act: Act) => {
    acts.current = acts.current.filter((other) => other !== act);
    await undoAll(team, act.events);
    await refetch();
    bring(act.keys);
  };
  /** Does something about items, and tells it with Undo. Null when it was refused. */
  const run = async <Answer>(
    keys: readonly string[],
    write: () => Promise<Answer>,
    tell: (answer: Answer) => Written & { readonly words: string },
  ): Promise<Answer | null> => {
    hide(keys);
    writing.current = new Set([...writing.current, ...keys]);
    const answer = await told(write);
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
    const act = acts.current.at(-1);
    if (act === undefined) say("There is nothing to undo on this page.", { tone: "quiet" });
    else void takeBack(act);
  };
  return { done, run, undoLast } as const;
}
