import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { meQuery } from "./queries.ts";
import { spaced } from "./spaced.ts";

const SOONEST_RETRY_MS = 1000;
const LATEST_RETRY_MS = 30_000;

/**
 * Refetches what the page shows of the team when somebody, or an assistant, changed it. One tab of the
 * browser holds the event stream and tells the others: a browser allows six connections to a server.
 * Where it has no locks, as on plain http, pages rely on their polling.
 */
export function useLive(team: string): void {
  const queries = useQueryClient();
  useEffect(() => {
    // Absent on plain http, whatever its type says.
    if (!("locks" in navigator)) return undefined;
    const name = `ledgerport:${team}`;
    const left = new AbortController();
    const tabs = new BroadcastChannel(name);
    const refetch = spaced(() => void refetchTeam(queries, team));
    const tell = () => {
      refetch();
      tabs.postMessage(null);
    };
    tabs.addEventListener("message", refetch);
    navigator.locks
      .request(name, { signal: left.signal }, async () => hold(team, tell, left.signal))
      // Another tab held the lock until this one left.
      .catch((error: unknown) => {
        if (!left.signal.aborted) throw error;
      });
    return () => {
      left.abort();
      tabs.close();
    };
  }, [queries, team]);
}

/** Pages of a list that are loaded stay as they are; its first one is asked again, and offered. */
async function refetchTeam(queries: QueryClient, team: string): Promise<void> {
  await queries.invalidateQueries({
    predicate: ({ queryKey: [, input] }) => isOfTeam(input, team),
  });
  await queries.invalidateQueries(meQuery);
}

function isOfTeam(input: unknown, team: string): boolean {
  return typeof input === "object" && input !== null && "team" in input && input.team === team;
}

/** Holds the stream until the signal, and opens it again whenever it ends. */
async function hold(team: string, tell: () => void, signal: AbortSignal): Promise<void> {
  let retryMs = SOONEST_RETRY_MS;
  while (!signal.aborted) {
    const hasListened = await listen(`/api/teams/${team}/changes`, tell, signal);
    retryMs = hasListened ? SOONEST_RETRY_MS : Math.min(2 * retryMs, LATEST_RETRY_MS);
    // Spread, so that all browsers do not come back at once after a restart.
    await pause(retryMs * (0.5 + Math.random()), signal);
  }
}

/**
 * Tells of each event. The first says that the stream listens: what happened before it is refetched too.
 * @returns false when the stream never listened
 */
function listen(url: string, tell: () => void, signal: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const stream = new EventSource(url);
  let hasListened = false;
  const end = () => {
    stream.close();
    signal.removeEventListener("abort", end);
    resolve(hasListened);
  };
  stream.addEventListener("message", () => {
    hasListened = true;
    tell();
  });
  stream.addEventListener("error", end);
  signal.addEventListener("abort", end);
  return promise;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const end = () => {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
    resolve(null);
  };
  const timer = setTimeout(end, milliseconds);
  signal.addEventListener("abort", end);
  return promise;
}
