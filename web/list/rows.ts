import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useMemo } from "react";
import type { Team } from "../queries.ts";
import type { FilterValues } from "./filters.ts";
import { mergeLatest, withLatest } from "./fresh.ts";
import type { List, RowPage } from "./list.ts";

/** Query-key suffixes: loaded pages, polled first page. */
export const SHOWN = "shown";
export const LATEST = "latest";
const ROWS_A_PAGE = 50;
const KEPT_MS = 30 * 60 * 1000;
const START = "";

/**
 * Loaded rows and newer ones. New rows are polled and counted, but inserted only on request, so that no
 * row moves under the pointer.
 */
export function useRows<Row>(list: List<Row>, team: Team, values: FilterValues) {
  const queries = useQueryClient();
  const key = [list.route, { team: team.id, ...values }];
  const sort = values["sort"] ?? list.sort;
  const read = async (cursor: string) =>
    list.read(sort === undefined ? values : { ...values, sort }, {
      team: team.id,
      limit: ROWS_A_PAGE,
      ...(cursor === START ? {} : { cursor }),
    });
  const shown = useShown(key, read);
  const latest = useLatest(key, read, {
    isWanted: shown.data !== undefined && !shown.isPlaceholderData,
    everyMs: list.everyMs,
  });
  const { keyOf } = list;
  const polled = shown.isPlaceholderData ? undefined : latest.data;
  const pages = shown.data?.pages ?? NO_PAGES;
  const { rows, fresh, isGap } = useMemo(
    () => mergeLatest<Row>(keyOf, pages, polled),
    [keyOf, pages, polled],
  );
  const groupSums = useMemo(
    () => sumsIn(polled === undefined ? pages : [...pages, polled]),
    [pages, polled],
  );
  const showFresh = () => {
    queries.setQueryData<Pages<Row>>([...key, SHOWN], (data) =>
      data === undefined || polled === undefined ? data : fold(keyOf, data, polled),
    );
  };
  const totals = (polled ?? pages[0])?.totals ?? null;
  return { shown, rows, fresh, isGap, totals, groupSums, showFresh } as const;
}

type Key = readonly unknown[];
type Read<Row> = (cursor: string) => Promise<RowPage<Row>>;
export type Pages<Row> = InfiniteData<RowPage<Row>, string>;

const NO_PAGES: readonly never[] = [];

/** The last page that has a group knows its sum best. */
function sumsIn<Row>(pages: readonly RowPage<Row>[]): Readonly<Record<string, string>> {
  return Object.fromEntries(pages.flatMap(({ groupSums = {} }) => Object.entries(groupSums)));
}

function fold<Row>(
  keyOf: List<Row>["keyOf"],
  { pages, pageParams }: Pages<Row>,
  latest: RowPage<Row>,
): Pages<Row> {
  const folded = withLatest(keyOf, pages, latest);
  return { pages: [...folded], pageParams: pageParams.slice(0, folded.length) };
}

/** Loaded pages, never refetched on their own. */
function useShown<Row>(key: Key, read: Read<Row>) {
  const queries = useQueryClient();
  return useInfiniteQuery({
    queryKey: [...key, SHOWN],
    queryFn: async ({ pageParam }: { readonly pageParam: string }) => {
      const page = await read(pageParam);
      if (pageParam === START) queries.setQueryData([...key, LATEST], page);
      return page;
    },
    initialPageParam: START,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: "static",
    // Loaded pages stay the same objects: comparing them all would take longer with each page.
    structuralSharing: false,
    gcTime: KEPT_MS,
    placeholderData: keepPreviousData,
  });
}

function useLatest<Row>(
  key: Key,
  read: Read<Row>,
  { isWanted, everyMs }: { readonly isWanted: boolean; readonly everyMs: number },
) {
  return useQuery({
    queryKey: [...key, LATEST],
    queryFn: async () => read(START),
    enabled: isWanted,
    refetchInterval: everyMs,
    gcTime: KEPT_MS,
  });
}

export type Rows<Row> = ReturnType<typeof useRows<Row>>;
