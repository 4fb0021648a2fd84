import { useSyncExternalStore } from "react";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const listeners = new Set<() => void>();

/** Sets a cookie, which the server reads so that no page flashes in the other theme. */
export function setTheme(theme: Theme): void {
  const kept = theme === "system" ? "theme=; max-age=0" : `theme=${theme}; max-age=${YEAR_SECONDS}`;
  document.cookie = `${kept}; path=/; samesite=lax`;
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
  for (const listener of listeners) listener();
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, current);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function current(): Theme {
  const given = document.documentElement.dataset["theme"];
  return THEMES.find((theme) => theme === given) ?? "system";
}
