import { useCallback, useLayoutEffect, useRef } from "react";

/**
 * Function that is the same in every render and calls the latest `act`, so that memoised rows stay.
 */
export function useStable<A extends readonly unknown[]>(
  act: (...given: A) => void,
): (...given: A) => void {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback((...given: A) => latest.current(...given), []);
}
