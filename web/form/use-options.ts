import { useEffect, useEffectEvent, useState } from "react";
import { Refused } from "../api.ts";
import type { Choosable, Search } from "./choosable.ts";

/** Time without a key after which the typed text is searched. */
const PAUSE_MS = 150;

type Found = {
  readonly text: string;
  readonly options: readonly Choosable[];
  readonly failure: string | null;
};

/** Searches for options while the list is open. */
export function useOptions(search: Search, text: string, isOpen: boolean) {
  const [found, setFound] = useState<Found | null>(null);
  const find = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const options = await search(text.trim(), signal);
      if (!signal.aborted) setFound({ text, options, failure: null });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Refused)) throw error;
      setFound({ text, options: [], failure: error.problem.title });
    }
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    const left = new AbortController();
    const timer = setTimeout(() => void find(left.signal), text === "" ? 0 : PAUSE_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [isOpen, text]);
  return {
    options: found?.options ?? [],
    failure: found?.failure ?? null,
    isSearching: isOpen && found?.text !== text,
  } as const;
}
