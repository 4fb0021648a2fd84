import { useSyncExternalStore } from "react";

/** Below the breakpoint `sm` of styles.css. */
const narrow = window.matchMedia("(width < 40rem)");

/** True on screens that show one thing at a time. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches);
}

function subscribe(listener: () => void): () => void {
  narrow.addEventListener("change", listener);
  return () => narrow.removeEventListener("change", listener);
}
