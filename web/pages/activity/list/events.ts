import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  type QueryClient,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { api, type Output } from "../../../api.ts";
import type { Team } from "../../../queries.ts";
import type { Event } from "../event.ts";
import type { Filters } from "../filters/filters.ts";

/** Query-key suffixes: loaded pages, polled first page. */
const SHOWN = "shown";
const LATEST = "latest";
const PATH = "GET /api/teams/:team/activity";
const ROWS_A_PAGE = 50;
const ASK_EVERY_MS = 15_000;
/** Loaded rows stay cached for half an hour. */
const KEPT_MS = 30 * 60 * 1000;
/** Cursor of the first page. */
const START = "";

type EventPage = Output<typeof PATH>;

/**
 * The loaded events and newer ones. New events are polled and counted, but inserted only on request, so
 * that no row moves under the pointer.
 */
export function useEvents(team: Team, filters: Filters) {
  const queries = useQueryClient();
  const key = [PATH, { team: team.id, ...filters }];
  const read = async (cursor: string) =>
    api(PATH, {
      team: team.id,
      ...filters,
      limit: ROWS_A_PAGE,
      ...(cursor === START ? {} : { cursor }),
    });
  const shown = useShown(key, read);
  const latest = useLatest(key, read, shown.data !== undefined && !shown.isPlaceholderData);
  const { rows, fresh, isGap } = told(shown.data, latest.data);
  const showFresh = () => {
    queries.setQueryData<InfiniteData<EventPage, string>>([...key, SHOWN], (data) =>
      data === undefined || latest.data === undefined
        ? data
        : withFresh(data, latest.data, isGap ? null : fresh),
    );
  };
  return { shown, rows, fresh, isGap, showFresh } as const;
}

type Key = readonly unknown[];
type Read = (cursor: string) => Promise<EventPage>;

/** Loaded pages, never refetched on their own. */
function useShown(key: Key, read: Read) {
  const queries = useQueryClient();
  return useInfiniteQuery({
    queryKey: [...key, SHOWN],
    queryFn: async ({ pageParam }) => {
      const page = await read(pageParam);
      if (pageParam === START) queries.setQueryData([...key, LATEST], page);
      return page;
    },
    initialPageParam: START,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: "static",
    gcTime: KEPT_MS,
    placeholderData: keepPreviousData,
  });
}

/** Polls the first page while the window is visible. */
function useLatest(key: Key, read: Read, isWanted: boolean) {
  return useQuery({
    queryKey: [...key, LATEST],
    queryFn: async () => read(START),
    enabled: isWanted,
    refetchInterval: ASK_EVERY_MS,
    gcTime: KEPT_MS,
  });
}

export type ShownPages = ReturnType<typeof useShown>;

/** The shown rows in their latest state, and newer events. */
function told(data: InfiniteData<EventPage> | undefined, latest: EventPage | undefined) {
  const shown = data?.pages.flatMap(({ events }) => events) ?? [];
  const known = new Set(shown.map(({ id }) => id));
  const newest = new Map<string, Event>(latest?.events.map((event) => [event.id, event]));
  const rows: readonly Event[] = shown.map((event) => newest.get(event.id) ?? event);
  const fresh = [...newest.values()].filter(({ id }) => !known.has(id));
  // If the whole polled page is new, more events may lie between it and the first row.
  const isGap = shown.length > 0 && fresh.length > 0 && fresh.length === newest.size;
  return { rows, fresh, isGap } as const;
}

function withFresh(
  { pages, pageParams }: InfiniteData<EventPage, string>,
  latest: EventPage,
  fresh: readonly Event[] | null,
): InfiniteData<EventPage, string> {
  const [first, ...others] = pages;
  if (fresh === null || first === undefined) return { pages: [latest], pageParams: [START] };
  return { pages: [{ ...first, events: [...fresh, ...first.events] }, ...others], pageParams };
}

/** Replaces one event in all loaded pages. */
export function tellAnew(queries: QueryClient, told: Event): void {
  queries.setQueriesData<InfiniteData<EventPage, string>>(
    { queryKey: [PATH], predicate: ({ queryKey }) => queryKey.at(-1) === SHOWN },
    (data) => (data === undefined ? data : { ...data, pages: data.pages.map(withTold(told)) }),
  );
}

function withTold(told: Event): (page: EventPage) => EventPage {
  return (page) => ({
    ...page,
    events: page.events.map((event) => (event.id === told.id ? told : event)),
  });
}
