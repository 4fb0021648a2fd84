import { useLocation } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef } from "react";
import { isInDialog } from "./keyboard.ts";

/** The first of these elements on the page, to focus when the focused element was removed. */
export function firstOnPage(...ids: readonly (string | undefined)[]): HTMLElement | null {
  for (const id of ids) {
    const element = id === undefined ? null : document.getElementById(id);
    if (element !== null) return element;
  }
  return null;
}

/**
 * Focuses the page's title, or the section in the address's hash. On Back to a list, the list focuses the
 * row that was left.
 */
export function useArrival(title: RefObject<HTMLElement | null>): void {
  const { hash, state } = useLocation();
  const isRowLeft = leftAt(state) !== null;
  const isHere = useRef(false);
  useEffect(() => {
    const isOpened = !isHere.current && !visit.isFirst;
    isHere.current = true;
    visit.isFirst = false;
    const section = hash === "" ? null : document.getElementById(hash);
    if (section !== null) {
      section.focus({ preventScroll: true });
      return keepInView(section, "start");
    }
    // A page that arrives late leaves the focus in a dialog that was opened meanwhile.
    if (isOpened && !isRowLeft && !isInDialog()) title.current?.focus();
    return undefined;
  }, [hash, title, isRowLeft]);
}

/** False after the first page, whose focus the browser sets. */
const visit = { isFirst: true };

const MOVES = ["keydown", "pointerdown", "touchstart", "wheel"] as const;

/** Scrolls the element back when content that loads above pushes it away, until the next input. */
export function keepInView(element: HTMLElement, block: "start" | "nearest"): () => void {
  const observer = new ResizeObserver(() => element.scrollIntoView({ block }));
  observer.observe(document.body);
  const stop = () => {
    observer.disconnect();
    for (const move of MOVES) window.removeEventListener(move, stop);
  };
  for (const move of MOVES) window.addEventListener(move, stop, { passive: true });
  return stop;
}

type EntryState = { readonly __TSR_key?: string | undefined };

/** Rows that led to another page, by the history entry that they were left from. */
const left = new Map<string, string>();

export function keepLeft(state: EntryState, key: string): void {
  left.set(entryOf(state), key);
}

export function leftAt(state: EntryState): string | null {
  return left.get(entryOf(state)) ?? null;
}

function entryOf({ __TSR_key: entry = "" }: EntryState): string {
  return entry;
}
