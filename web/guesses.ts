import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { Output, ReadPath } from "./api.ts";

/** An answer as it will be after a write. */
export type Guess = {
  readonly path: ReadPath;
  /** Changes the answers of the path that are kept, one by one. */
  readonly change: (data: unknown) => unknown;
};

/** Guess of the answers of a route, for each input that it was asked with. */
export function guess<P extends ReadPath>(path: P, change: (data: Output<P>) => Output<P>): Guess {
  return { path, change: (data) => change(kept<P>(data)) };
}

/** Puts the guesses in place of the kept answers. Returns what puts the answers back. */
export async function guessed(
  queries: QueryClient,
  guesses: readonly Guess[],
): Promise<() => void> {
  const before: [QueryKey, unknown][] = [];
  for (const { path, change } of guesses) {
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

/** Casts a kept answer: only the route's own answers are kept under its address. */
function kept<P extends ReadPath>(data: unknown): Output<P> {
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return data as Output<P>;
}
