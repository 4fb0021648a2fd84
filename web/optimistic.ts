import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { Output, ReadPath } from "./api.ts";

export type OptimisticAnswer = {
  readonly path: ReadPath;
  readonly change: (data: unknown) => unknown;
};

export function optimisticAnswer<P extends ReadPath>(
  path: P,
  change: (data: Output<P>) => Output<P>,
): OptimisticAnswer {
  return { path, change: (data) => change(kept<P>(data)) };
}

/** Shows the answers in place of the cached ones, and returns their rollback. */
export async function applyOptimistic(
  queries: QueryClient,
  answers: readonly OptimisticAnswer[],
): Promise<() => void> {
  const before: [QueryKey, unknown][] = [];
  for (const { path, change } of answers) {
    const asked = { queryKey: [path], predicate: isPlain };
    // A refetch that is under way would bring the old answer back.
    await queries.cancelQueries(asked);
    before.push(...queries.getQueriesData(asked));
    queries.setQueriesData(asked, (data: unknown) => (data === undefined ? data : change(data)));
  }
  return () => {
    for (const [key, data] of before.toReversed()) queries.setQueryData(key, data);
  };
}

/** False for the pages of a list, which have a longer key. */
function isPlain({ queryKey }: { readonly queryKey: QueryKey }): boolean {
  return queryKey.length <= 2;
}

/** Casts a cached answer: only the route's own answers are kept under its address. */
function kept<P extends ReadPath>(data: unknown): Output<P> {
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return data as Output<P>;
}
