import { useSyncExternalStore } from "react";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** Key in local storage: single-key shortcuts are off (WCAG 2.1.4). */
const SINGLE_KEYS = "single-keys";

const listeners = new Set<() => void>();

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, () => {
    const given = document.documentElement.dataset["theme"];
    return THEMES.find((theme) => theme === given) ?? "system";
  });
}

/** Sets a cookie, which the server reads so that no page flashes in the other theme. */
export function setTheme(theme: Theme): void {
  const kept = theme === "system" ? "theme=; max-age=0" : `theme=${theme}; max-age=${YEAR_SECONDS}`;
  document.cookie = `${kept}; path=/; samesite=lax`;
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
  notify();
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore(subscribe, areSingleKeysOn);
}

export function areSingleKeysOn(): boolean {
  return localStorage.getItem(SINGLE_KEYS) !== "off";
}

export function setSingleKeys(isOn: boolean): void {
  store(SINGLE_KEYS, isOn ? null : "off");
}

export function useIsSetUpHidden(team: string): boolean {
  return useSyncExternalStore(subscribe, () => localStorage.getItem(`set-up:${team}`) !== null);
}

export function setSetUpHidden(team: string, isHidden: boolean): void {
  store(`set-up:${team}`, isHidden ? "hidden" : null);
}

function store(key: string, value: string | null): void {
  if (value === null) localStorage.removeItem(key);
  else localStorage.setItem(key, value);
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
