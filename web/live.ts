import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Told } from "../src/api/activity.ts";
import { takeLastWrite } from "./api.ts";
import { meQuery } from "./queries.ts";
import { throttle } from "./throttle.ts";

/** Leaves the first connections to the page's own requests. */
const FIRST_AFTER_MS = 1000;
const SOONEST_RETRY_MS = 1000;
const LATEST_RETRY_MS = 30_000;

/**
 * Refetches the team's data when anybody has changed it. One tab of the browser holds the event stream
 * and tells the others: a browser allows six connections to a server. Where the browser has no locks, as
 * on plain http, pages rely on polling.
 */
export function useLive(team: string): void {
  const queries = useQueryClient();
  useEffect(() => {
    // Absent on plain http, whatever its type says.
    if (!("locks" in navigator)) return undefined;
    const name = `ledgerport:${team}`;
    const left = new AbortController();
    const tabs = new BroadcastChannel(name);
    let isOwn = true;
    const refetch = throttle(() => {
      const writtenAt = takeLastWrite();
      void refetchTeam(queries, team, isOwn && writtenAt !== null ? writtenAt : Infinity);
      isOwn = true;
    });
    const hear = (isChangeOwn: boolean) => {
      isOwn &&= isChangeOwn;
      refetch();
    };
    const tell = (isChangeOwn: boolean) => {
      hear(isChangeOwn);
      tabs.postMessage(isChangeOwn);
    };
    tabs.addEventListener("message", ({ data }: MessageEvent<boolean>) => hear(data));
    const since = queries.getQueryData(meQuery.queryKey)?.now;
    navigator.locks
      .request(name, { signal: left.signal }, async () => hold({ team, since }, tell, left.signal))
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

/**
 * Refetches answers older than the moment: later ones, fetched after a write of this tab, have the
 * change. The loaded pages of a list stay; its first page is polled.
 */
async function refetchTeam(queries: QueryClient, team: string, before: number): Promise<void> {
  await queries.invalidateQueries({
    predicate: ({ queryKey: [, input], state }) =>
      isOfTeam(input, team) && state.dataUpdatedAt < before,
  });
  await queries.invalidateQueries(meQuery);
}

function isOfTeam(input: unknown, team: string): boolean {
  return typeof input === "object" && input !== null && "team" in input && input.team === team;
}

type Tell = (isOwn: boolean) => void;

type Held = {
  readonly team: string;
  /** Server's time when the page was read; undefined if another tab may have read earlier. */
  readonly since: string | undefined;
};

async function hold({ team, since }: Held, tell: Tell, signal: AbortSignal): Promise<void> {
  let retryMs = SOONEST_RETRY_MS;
  let query = since === undefined ? "" : `?since=${since}`;
  await pause(FIRST_AFTER_MS, signal);
  while (!signal.aborted) {
    const hasListened = await listen(`/api/teams/${team}/changes${query}`, tell, signal);
    // Changes between two streams are not known.
    query = "";
    retryMs = hasListened ? SOONEST_RETRY_MS : Math.min(2 * retryMs, LATEST_RETRY_MS);
    // Spread, so that all browsers do not come back at once after a restart.
    await pause(retryMs * (0.5 + Math.random()), signal);
  }
}

/**
 * Tells of each event. The first one says that the stream listens, and if the page is behind.
 * @returns false when the stream never listened
 */
function listen(url: string, tell: Tell, signal: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const stream = new EventSource(url);
  let hasListened = false;
  const end = () => {
    stream.close();
    signal.removeEventListener("abort", end);
    resolve(hasListened);
  };
  stream.addEventListener("message", ({ data }: MessageEvent<string>) => {
    hasListened = true;
    const message = toldIn(data);
    if (message.type === "changed") tell(message.isOwn);
    else if (message.isBehind) tell(false);
  });
  stream.addEventListener("error", end);
  signal.addEventListener("abort", end);
  return promise;
}

/** Casts the event to its type: the server has checked it against the same schema. */
function toldIn(data: string): Told {
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return JSON.parse(data) as Told;
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
