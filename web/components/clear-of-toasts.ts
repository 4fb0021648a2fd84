import { type RefObject, useEffect } from "react";

const GAP_PX = 8;

/**
 * Scrolls the row of the focused element out from under a toast, also when the focus comes back to it after
 * a dialog: the row shows what the toast tells about.
 * @param newest id of the newest toast
 */
export function useClearOfToasts(
  viewport: RefObject<HTMLElement | null>,
  isNarrow: boolean,
  newest: string | undefined,
): void {
  useEffect(() => {
    if (!isNarrow || newest === undefined) return undefined;
    const clear = () => {
      const { activeElement: focused } = document;
      if (viewport.current === null || viewport.current.contains(focused)) return;
      const row = focused?.closest("main :is(tr, li)")?.getBoundingClientRect();
      const toast = viewport.current.getBoundingClientRect();
      if (row === undefined || row.bottom <= toast.top || row.top >= toast.bottom) return;
      window.scrollBy({ top: row.bottom - toast.top + GAP_PX });
    };
    const frame = requestAnimationFrame(clear);
    document.addEventListener("focusin", clear);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener("focusin", clear);
    };
  }, [viewport, isNarrow, newest]);
}
