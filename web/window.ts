import { useSyncExternalStore } from "react";

/** Breakpoints `sm`, `md` and `lg` of styles.css, and windows with room for the seven days of a week. */
const narrow = window.matchMedia("(width < 40rem)");
const small = window.matchMedia("(width < 48rem)");
const wide = window.matchMedia("(width >= 64rem)");
const weekWide = window.matchMedia("(width >= 62.5rem)");

export function useIsNarrow(): boolean {
  return useMatches(narrow);
}

/** True where a list and what is chosen in it have no room beside each other. */
export function useIsSmall(): boolean {
  return useMatches(small);
}

export function useIsWide(): boolean {
  return useMatches(wide);
}

export function useHasRoomForWeek(): boolean {
  return useMatches(weekWide);
}

function useMatches(query: MediaQueryList): boolean {
  const subscribe = (listener: () => void) => {
    query.addEventListener("change", listener);
    return () => query.removeEventListener("change", listener);
  };
  return useSyncExternalStore(subscribe, () => query.matches);
}

const shown: { page: string; timer: string | null } = { page: "Ledgerport", timer: null };

export function setPageTitle(title: string): void {
  shown.page = title;
  show();
}

export function setTimerTitle(title: string | null): void {
  shown.timer = title;
  show();
}

function show(): void {
  const { page, timer } = shown;
  document.title = timer === null ? page : `${timer} – ${page}`;
}

/**
 * Loads the font for the next visit. This page stays in the system's font, so that no text moves.
 */
export function fetchFont(): void {
  const isLater = document.body.dataset["font"] === "later";
  if (isLater) void document.fonts.load('1em "IBM Plex Sans Variable"').catch(() => {});
}
