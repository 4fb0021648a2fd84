import { type QueryClient, useIsFetching, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { spoken } from "../../src/shared/words.ts";
import { api, type Output, Refused } from "../api.ts";
import { say, sayWhy } from "../components/toast.tsx";
import { type OptimisticAnswer, optimisticAnswer } from "../optimistic.ts";
import { type Changes, useRefetch, useWrite } from "../queries.ts";
import { useTeam } from "../team.tsx";

const READ = "GET /api/teams/:team/timer";

export type OwnTimer = Output<typeof READ>;
export type RunningTimer = NonNullable<OwnTimer["running"]>;

export const TIME: Changes = [
  READ,
  "GET /api/teams/:team/timer/recent",
  "GET /api/teams/:team/entries",
  "GET /api/teams/:team/week",
  "GET /api/teams/:team/projects/time",
  "GET /api/teams/:team/projects/time/people",
  "GET /api/teams/:team/activity",
];

const POLL_MS = 60_000;

/** Running timer. `ahead` is how many milliseconds the server's clock is ahead. */
export function useOwnTimer() {
  const { id: team } = useTeam();
  return useQuery({
    queryKey: [READ, { team }],
    queryFn: async () => {
      const sent = Date.now();
      const answer = await api(READ, { team });
      // The server looked at its clock about halfway.
      return { ...answer, ahead: Date.parse(answer.now) - (sent + Date.now()) / 2 };
    },
    refetchInterval: POLL_MS,
  }).data;
}

export function useIsTimerPending(): boolean {
  return (
    useIsFetching({ queryKey: [READ], predicate: ({ state }) => state.status === "pending" }) > 0
  );
}

const CHANNEL = "ledgerport-time";

/** Refetches when another tab of the browser has changed tracked time. */
export function useOtherTabs(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const tabs = new BroadcastChannel(CHANNEL);
    tabs.addEventListener("message", () => void refetch(queries));
    return () => tabs.close();
  }, [queries]);
}

async function refetch(queries: QueryClient): Promise<void> {
  if (TIME === "all") return;
  await Promise.all(TIME.map(async (path) => queries.invalidateQueries({ queryKey: [path] })));
}

export function tellOtherTabs(): void {
  const tabs = new BroadcastChannel(CHANNEL);
  tabs.postMessage(null);
  tabs.close();
}

type Work = { readonly project: string; readonly description?: string | null };

/** Actions on the person's timers. Each tells its result, with Undo. */
export function useTimerActions() {
  const { id: team } = useTeam();
  const undo = useUndoing();
  const options = { changes: TIME };
  const start = useWrite("POST /api/teams/:team/timer", options);
  const resume = useWrite("POST /api/teams/:team/entries/:id/continue", options);
  const stop = useWrite("POST /api/teams/:team/timer/:id/stop", {
    ...options,
    optimistic: ({ id }) => [withoutTimer(id)],
  });
  const remove = useWrite("POST /api/teams/:team/entries/delete", {
    ...options,
    optimistic: ({ ids }) => ids.map((id) => withoutTimer(id)),
  });
  return {
    isBusy: start.isPending || stop.isPending || resume.isPending || remove.isPending,
    /** Answers the id of the timer; null after a refusal. */
    start: async (work: Work) =>
      actOnTime(async () => {
        const answer = await start.mutateAsync({ team, ...work });
        sayStarted(answer, undo);
        return answer.timer.id;
      }),
    resume: async (id: string) =>
      actOnTime(async () => sayStarted(await resume.mutateAsync({ team, id }), undo)),
    stop: async (id: string, at?: string) =>
      actOnTime(async () => {
        const given = at === undefined ? { team, id } : { team, id, stop: at };
        const { project, seconds, isDiscarded, event } = await stop.mutateAsync(given);
        const words = isDiscarded
          ? `The timer on ${project} ran for under a minute, so nothing is kept.`
          : `Saved ${spoken(seconds)} on ${project}.`;
        say(words, { action: { label: "Undo", onPress: () => void undo(event) } });
      }),
    discard: async (id: string) =>
      actOnTime(async () => {
        const { event } = await remove.mutateAsync({ team, ids: [id] });
        const action = { label: "Undo", onPress: () => void undo(event) };
        say("The timer is discarded.", event === null ? {} : { action });
      }),
  } as const;
}

function withoutTimer(id: string): OptimisticAnswer {
  return optimisticAnswer(READ, (answer) => ({
    ...answer,
    running: answer.running?.id === id ? null : answer.running,
    forgotten: answer.forgotten.filter((timer) => timer.id !== id),
  }));
}

function sayStarted(
  { timer, stopped, event }: Output<"POST /api/teams/:team/timer">,
  undo: (event: string) => Promise<void>,
): void {
  const runs = `The timer runs on ${timer.project.name}.`;
  if (stopped === null) {
    say(runs);
    return;
  }
  const { project, seconds, isDiscarded } = stopped;
  const kept = isDiscarded ? "is discarded" : `is stopped after ${spoken(seconds)}`;
  say(`${runs} The one on ${project} ${kept}.`, {
    action: { label: "Undo", onPress: () => void undo(event) },
  });
}

/**
 * Runs an action on tracked time, tells the other tabs, and shows a refusal. The focus goes to the page
 * if the pressed button is gone.
 */
export async function actOnTime<Answer>(act: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    sayWhy(error, { tone: "bad" });
    return null;
  } finally {
    tellOtherTabs();
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) document.getElementById("main")?.focus();
    });
  }
}

export function useUndoing(): (event: string | null) => Promise<void> {
  const { id: team } = useTeam();
  const refetch = useRefetch("all");
  return async (event) => {
    if (event === null) return;
    await actOnTime(async () => {
      await api("POST /api/teams/:team/activity/:id/undo", { team, id: event });
      await refetch();
      say("Undone.");
    });
  };
}
