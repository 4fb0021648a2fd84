import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { api } from "../../api.ts";
import type { Team } from "../../queries.ts";
import type { Filters } from "./filters.ts";

const PATH = "GET /api/teams/:team/calls";
/** Cursor of the first page. */
const START = "";

/** Loaded pages. They change only when the reader asks: rows would move under the pointer. */
export function usePagesOfCalls(team: Team, filters: Filters) {
  return useInfiniteQuery({
    queryKey: [PATH, { team: team.id, ...filters }],
    queryFn: async ({ pageParam }) =>
      api(PATH, {
        team: team.id,
        ...filters,
        ...(pageParam === START ? {} : { cursor: pageParam }),
      }),
    initialPageParam: START,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    staleTime: "static",
    // Coming back to the page shows the newest calls.
    gcTime: 0,
  });
}
