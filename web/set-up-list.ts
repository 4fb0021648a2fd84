import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

/** True if the user hid the set-up list in this browser. */
export function useIsSetUpHidden(team: string): boolean {
  return useSyncExternalStore(subscribe, () => localStorage.getItem(keptAs(team)) !== null);
}

export function setSetUpHidden(team: string, isHidden: boolean): void {
  if (isHidden) localStorage.setItem(keptAs(team), "hidden");
  else localStorage.removeItem(keptAs(team));
  for (const listener of listeners) listener();
}

function keptAs(team: string): string {
  return `set-up:${team}`;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
