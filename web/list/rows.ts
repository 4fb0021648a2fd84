import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useMemo } from "react";
import type { Team } from "../queries.ts";
import type { FilterValues } from "./filters.ts";
import type { List, RowPage } from "./list.ts";

/** Query-key suffixes: loaded pages, polled first page. */
const SHOWN = "shown";
const LATEST = "latest";
const ROWS_A_PAGE = 50;
/** Loaded rows stay cached for half an hour. */
const KEPT_MS = 30 * 60 * 1000;
/** Cursor of the first page. */
const START = "";

/**
 * The loaded rows and newer ones. New rows are polled and counted, but inserted only on request, so that
 * no row moves under the pointer.
 */
export function useRows<Row>(list: List<Row>, team: Team, values: FilterValues) {
  const queries = useQueryClient();
  const key = [list.route, { team: team.id, ...values }];
  const read = async (cursor: string) =>
    list.read(values, {
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
  const { rows, fresh, isGap } = useMemo(
    () => told(keyOf, shown.data, latest.data),
    [keyOf, shown.data, latest.data],
  );
  const showFresh = () => {
    queries.setQueryData<Pages<Row>>([...key, SHOWN], (data) =>
      data === undefined || latest.data === undefined
        ? data
        : withFresh(data, latest.data, isGap ? null : fresh),
    );
  };
  return { shown, rows, fresh, isGap, showFresh } as const;
}

type Key = readonly unknown[];
type Read<Row> = (cursor: string) => Promise<RowPage<Row>>;
type Pages<Row> = InfiniteData<RowPage<Row>, string>;

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

/** Polls the first page while the window is visible. */
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

/** The shown rows in their latest state, and newer rows. */
function told<Row>(
  keyOf: List<Row>["keyOf"],
  data: InfiniteData<RowPage<Row>> | undefined,
  latest: RowPage<Row> | undefined,
) {
  const shown = data?.pages.flatMap(({ rows }) => rows) ?? [];
  const known = new Set(shown.map(keyOf));
  const newest = new Map(latest?.rows.map((row) => [keyOf(row), row] as const));
  const rows: readonly Row[] = shown.map((row) => newest.get(keyOf(row)) ?? row);
  const fresh = [...newest.values()].filter((row) => !known.has(keyOf(row)));
  // If the whole polled page is new, more rows may lie between it and the first row.
  const isGap = shown.length > 0 && fresh.length > 0 && fresh.length === newest.size;
  return { rows, fresh, isGap } as const;
}

function withFresh<Row>(
  { pages, pageParams }: Pages<Row>,
  latest: RowPage<Row>,
  fresh: readonly Row[] | null,
): Pages<Row> {
  const [first, ...others] = pages;
  if (fresh === null || first === undefined) return { pages: [latest], pageParams: [START] };
  return { pages: [{ ...first, rows: [...fresh, ...first.rows] }, ...others], pageParams };
}

/** Replaces one row in all loaded pages of a list. */
export function replaceRow<Row>(
  queries: QueryClient,
  { route, keyOf }: Pick<List<Row>, "route" | "keyOf">,
  row: Row,
): void {
  const key = keyOf(row);
  queries.setQueriesData<Pages<Row>>(
    { queryKey: [route], predicate: ({ queryKey }) => queryKey.at(-1) === SHOWN },
    (data) =>
      data === undefined
        ? data
        : {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              rows: page.rows.map((other) => (keyOf(other) === key ? row : other)),
            })),
          },
  );
}
