import { useLocation } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef } from "react";

/** Whoever opens a page begins at its title, or at the section that the address names. */
export function useArrival(title: RefObject<HTMLElement | null>): void {
  const { hash } = useLocation();
  const isHere = useRef(false);
  useEffect(() => {
    const isOpened = !isHere.current && !visit.isFirst;
    isHere.current = true;
    visit.isFirst = false;
    const section = hash === "" ? null : document.getElementById(hash);
    if (section !== null) return keepInView(section);
    if (isOpened) title.current?.focus();
    return undefined;
  }, [hash, title]);
}

/** The first page is opened by the browser, which puts the focus where it always does. */
const visit = { isFirst: true };

/** What a reader does to go on from where they came. */
const MOVES = ["keydown", "pointerdown", "touchstart", "wheel"] as const;

/** What loads above it does not push it away, until its reader moves on. */
function keepInView(section: HTMLElement): () => void {
  section.focus({ preventScroll: true });
  const observer = new ResizeObserver(() => section.scrollIntoView());
  observer.observe(document.body);
  const stop = () => {
    observer.disconnect();
    for (const move of MOVES) window.removeEventListener(move, stop);
  };
  for (const move of MOVES) window.addEventListener(move, stop, { passive: true });
  return stop;
}
