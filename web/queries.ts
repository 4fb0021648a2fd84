import {
  queryOptions,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, type Input, type Output, type Path, type ReadPath, type WritePath } from "./api.ts";
import { type OptimisticAnswer, applyOptimistic } from "./optimistic.ts";

type OfTeam<P extends Path> = Extract<P, `${string} /api/teams/:team${string}`>;
type WithoutTeam<P extends Path> = Omit<Input<P>, "team">;

export const meQuery = queryOptions({
  queryKey: ["GET /api/me"],
  queryFn: async () => api("GET /api/me", {}),
});

export function useMe(): Output<"GET /api/me"> {
  return useSuspenseQuery(meQuery).data;
}

const TICK_MS = 30_000;

/** Time by the server's clock, estimated from its last answer. */
export function useNow(): string {
  const { data, dataUpdatedAt } = useSuspenseQuery(meQuery);
  const [local, setLocal] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setLocal(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const ahead = Date.parse(data.now) - dataUpdatedAt;
  return new Date(Math.max(local, dataUpdatedAt) + ahead).toISOString();
}

export type Team = Output<"GET /api/me">["teams"][number];

export function useOwn<P extends Exclude<ReadPath, OfTeam<ReadPath>>>(path: P, input: Input<P>) {
  return useQuery({ queryKey: [path, input], queryFn: async () => api(path, input) });
}

type Polling<P extends Path> = {
  readonly isAsked?: boolean;
  readonly everyMs?: number;
  /** Polls only as long as the last answer asks for it. */
  readonly isPolled?: (data: Output<P>) => boolean;
};

export function useOfTeam<P extends OfTeam<ReadPath>>(
  team: Team,
  path: P,
  input: WithoutTeam<P>,
  { isAsked = true, everyMs, isPolled = () => true }: Polling<P> = {},
) {
  const whole = withTeam<P>(team, input);
  return useQuery({
    queryKey: [path, whole],
    queryFn: async () => api(path, whole),
    enabled: isAsked,
    refetchInterval: ({ state: { data } }) =>
      everyMs !== undefined && (data === undefined || isPolled(data)) ? everyMs : false,
  });
}

export type Changes = "all" | readonly ReadPath[];

type Writing<P extends WritePath> = {
  readonly changes?: Changes;
  /**
   * Answers as they will be, shown until the server has answered. A refusal restores the old ones.
   */
  readonly optimistic?: (input: Input<P>) => readonly OptimisticAnswer[];
};

/** Writes, then refetches the changed answers. It ends when those on the page are there. */
export function useWrite<P extends WritePath>(
  path: P,
  { changes = "all", optimistic }: Writing<P> = {},
) {
  const queries = useQueryClient();
  const refetch = useRefetch(changes);
  return useMutation({
    mutationFn: async (input: Input<P>) => api(path, input),
    onMutate: async (input) => applyOptimistic(queries, optimistic?.(input) ?? []),
    onError: (_error, _input, putBack) => putBack?.(),
    onSuccess: refetch,
  });
}

export function useIsWriting(): boolean {
  return useIsMutating() > 0;
}

/** Refetches answers. Those that no page shows are refetched when one does. */
export function useRefetch(changes: Changes): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    if (changes === "all") return queries.invalidateQueries();
    await Promise.all(changes.map(async (path) => queries.invalidateQueries({ queryKey: [path] })));
    return undefined;
  };
}

function withTeam<P extends Path>(team: Team, input: WithoutTeam<P>): Input<P> {
  return { ...input, team: team.id };
}
