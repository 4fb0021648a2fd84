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

const shown: { page: string; timer: string | null } = { page: "Ledgerport", timer: null };

/** Title of the tab: the page's, after the running timer's. */
export function setPageTitle(title: string): void {
  shown.page = title;
  show();
}

/** @param title null when no timer runs */
export function setTimerTitle(title: string | null): void {
  shown.timer = title;
  show();
}

function show(): void {
  const { page, timer } = shown;
  document.title = timer === null ? page : `${timer} – ${page}`;
}

/** Fetches the font for the next visit; this page stays in the system's, so that no text moves. */
export function fetchFont(): void {
  const isLater = document.body.dataset["font"] === "later";
  if (isLater) void document.fonts.load('1em "IBM Plex Sans Variable"').catch(() => {});
}
