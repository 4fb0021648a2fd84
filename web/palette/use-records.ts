import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "../api.ts";
import { useTeam } from "../team.tsx";
import type { Asked } from "./groups.ts";
import { type Found, stillMatching } from "./still-matching.ts";

const SEARCH = "GET /api/teams/:team/search";

type Records = {
  readonly found: Found | undefined;
  /** Asks again after a failure; null otherwise. */
  readonly retry: (() => void) | null;
  readonly isSearching: boolean;
};

/** Pause in typing before the search. */
const PAUSE_MS = 120;

export function useRecords({ only, text }: Asked): Records {
  const team = useTeam().id;
  const q = usePaused(text);
  const input = { team, q, ...(only === "customers" ? { kind: only } : {}) } as const;
  const isAsked = text !== "" && only !== "actions";
  const { data, isFetching, isError, isPlaceholderData, refetch } = useQuery({
    queryKey: [SEARCH, input],
    queryFn: async () => api(SEARCH, input),
    enabled: isAsked && q !== "",
    placeholderData: keepPreviousData,
  });
  const isOld = isPlaceholderData || q !== text;
  const found = isOld && data !== undefined ? stillMatching(data, text) : data;
  return {
    found: isAsked ? found : undefined,
    retry: isAsked && isError ? () => void refetch() : null,
    isSearching: isAsked && (isFetching || q !== text),
  };
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
