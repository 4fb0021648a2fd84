import { useLocation } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef } from "react";
import { leftAt } from "./left-row.ts";
import { isInDialog } from "./single-keys.ts";

/**
 * Moves the focus to the page's title, or to the section in the address's hash. On Back to a list it goes
 * to the row that was left, which the list does itself.
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

/** Input events after which the section is left alone. */
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
