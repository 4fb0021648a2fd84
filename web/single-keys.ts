import { useSyncExternalStore } from "react";

/** Key in local storage: single-key shortcuts are off (WCAG 2.1.4). */
const KEPT = "single-keys";
const listeners = new Set<() => void>();

export function areSingleKeysOn(): boolean {
  return localStorage.getItem(KEPT) !== "off";
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore(subscribe, areSingleKeysOn);
}

export function setSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(KEPT);
  else localStorage.setItem(KEPT, "off");
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
