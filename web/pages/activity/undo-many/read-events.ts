import { useQuery } from "@tanstack/react-query";
import { api, type Input } from "../../../api.ts";
import { useTeam } from "../../../team.tsx";
import type { Event } from "../event.ts";

const PATH = "GET /api/teams/:team/activity";
const ROWS_A_PAGE = 100;
/** Events that are read at most. A session is never longer by much. */
const MOST_EVENTS = 600;

/** The events to choose from: loaded ones, a session, or those of a credential since a moment. */
export type Wanted =
  | { readonly events: readonly Event[] }
  | { readonly session: string }
  | { readonly credential: string; readonly since: string };

/** Reads the wanted events anew whenever the dialog opens, newest first. They stay while it is open. */
export function useEvents(wanted: Wanted) {
  const team = useTeam();
  return useQuery({
    queryKey: [PATH, { team: team.id, ...wanted }, "whole"],
    queryFn: async () => ("events" in wanted ? wanted.events : readAll(team.id, wanted)),
    gcTime: 0,
    staleTime: "static",
  });
}

async function readAll(
  team: string,
  wanted: Exclude<Wanted, { events: unknown }>,
): Promise<readonly Event[]> {
  const events: Event[] = [];
  const since = "since" in wanted ? wanted.since : "";
  let place: Pick<Input<typeof PATH>, "cursor"> = {};
  for (;;) {
    const filter =
      "session" in wanted ? { session: wanted.session } : { credential: wanted.credential };
    const page = await api(PATH, { team, ...filter, ...place, limit: ROWS_A_PAGE });
    const wantedOnes = page.events.filter(({ at }) => at >= since);
    events.push(...wantedOnes);
    const isEnd = page.nextCursor === null || wantedOnes.length < page.events.length;
    if (isEnd || events.length >= MOST_EVENTS) return events;
    place = { cursor: page.nextCursor ?? undefined };
  }
}
