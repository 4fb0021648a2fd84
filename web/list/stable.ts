import { useCallback, useLayoutEffect, useRef } from "react";

/** The same function in every render, which does what the last one given does: rows need not be drawn again. */
export function useStable<A extends readonly unknown[]>(
  act: (...given: A) => void,
): (...given: A) => void {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback((...given: A) => latest.current(...given), []);
}
