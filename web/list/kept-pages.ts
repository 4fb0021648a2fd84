import { useEffect } from "react";
import type { Address } from "./address.ts";
import type { Rows } from "./rows.ts";

/** Loads the pages of the last visit again when they are no longer cached. */
export function useKeptPages<Row>({ shown }: Rows<Row>, { pages }: Address): void {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = shown;
  const loaded = data?.pages.length ?? 0;
  useEffect(() => {
    if (loaded > 0 && loaded < pages && hasNextPage && !isFetching && !isError)
      void fetchNextPage();
  }, [loaded, pages, hasNextPage, isFetching, isError, fetchNextPage]);
}
