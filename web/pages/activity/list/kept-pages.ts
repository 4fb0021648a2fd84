import { useEffect } from "react";
import type { Address } from "../address.ts";
import type { ShownPages } from "./events.ts";

/** Loads as many pages as there were when the reader left, when the browser has forgotten them. */
export function useKeptPages(shown: ShownPages, { pages }: Address): void {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = shown;
  const loaded = data?.pages.length ?? 0;
  useEffect(() => {
    if (loaded > 0 && loaded < pages && hasNextPage && !isFetching && !isError)
      void fetchNextPage();
  }, [loaded, pages, hasNextPage, isFetching, isError, fetchNextPage]);
}
