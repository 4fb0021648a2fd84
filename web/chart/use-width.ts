import { type RefCallback, useCallback, useState } from "react";

/** Width of an element in pixels, followed; 0 until it is known. */
export function useWidth(): { readonly ref: RefCallback<HTMLElement>; readonly width: number } {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    // At once: the observer answers only after a first frame without the drawing.
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
