import { useSyncExternalStore } from "react";

/** Below the breakpoint `sm` of styles.css, from `lg` on, and windows wider than those of laptops. */
const narrow = window.matchMedia("(width < 40rem)");
const wide = window.matchMedia("(width >= 64rem)");
const widest = window.matchMedia("(width >= 88rem)");

/** True on screens that show one thing at a time. */
export function useIsNarrow(): boolean {
  return useMatches(narrow);
}

/** True on screens with room for most columns. */
export function useIsWide(): boolean {
  return useMatches(wide);
}

/** True on screens with room for every column. */
export function useIsWidest(): boolean {
  return useMatches(widest);
}

function useMatches(query: MediaQueryList): boolean {
  const subscribe = (listener: () => void) => {
    query.addEventListener("change", listener);
    return () => query.removeEventListener("change", listener);
  };
  return useSyncExternalStore(subscribe, () => query.matches);
}
