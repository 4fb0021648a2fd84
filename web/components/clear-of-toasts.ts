import { type RefObject, useEffect } from "react";

const GAP_PX = 8;

/**
 * Scrolls the focused element out from under a toast: on narrow screens its whole row, which the toast is
 * about.
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
