import { useSyncExternalStore } from "react";

/** Below the breakpoint `sm` of styles.css, and from `lg` on. */
const narrow = window.matchMedia("(width < 40rem)");
const wide = window.matchMedia("(width >= 64rem)");

/** True on screens that show one thing at a time. */
export function useIsNarrow(): boolean {
  return useMatches(narrow);
}

/** True on screens with room for every column. */
export function useIsWide(): boolean {
  return useMatches(wide);
}

function useMatches(query: MediaQueryList): boolean {
  const subscribe = (listener: () => void) => {
    query.addEventListener("change", listener);
    return () => query.removeEventListener("change", listener);
  };
  return useSyncExternalStore(subscribe, () => query.matches);
}
