import { type RefObject, useEffect } from "react";

const GAP_PX = 8;

/**
 * Scrolls the focused element out from under a toast, also when the focus comes back to it after a dialog.
 * On narrow screens its whole row, which shows what the toast tells about; wide toasts stand at the side.
 * @param newest id of the newest toast
 */
export function useClearOfToasts(
  viewport: RefObject<HTMLElement | null>,
  isNarrow: boolean,
  newest: string | undefined,
): void {
  useEffect(() => {
    if (newest === undefined) return undefined;
    const clear = () => {
      const { activeElement: focused } = document;
      if (viewport.current === null || viewport.current.contains(focused)) return;
      const row = focused?.closest("main :is(tr, li)");
      const covered = (isNarrow ? row : row && focused)?.getBoundingClientRect();
      scrollClear(covered, viewport.current.getBoundingClientRect());
    };
    const frame = requestAnimationFrame(clear);
    document.addEventListener("focusin", clear);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener("focusin", clear);
    };
  }, [viewport, isNarrow, newest]);
}

/** Scrolls the page until something that is covered stands above what covers it. */
export function scrollClear(covered: DOMRect | undefined, above: DOMRect): void {
  if (covered === undefined || !overlap(covered, above)) return;
  window.scrollBy({ top: covered.bottom - above.top + GAP_PX });
}

function overlap(one: DOMRect, other: DOMRect): boolean {
  return (
    one.bottom > other.top &&
    one.top < other.bottom &&
    one.right > other.left &&
    one.left < other.right
  );
}
