import { useCallback, useRef, useState } from "react";

type Wish = { readonly key: string; readonly isInPlace: boolean };

/**
 * The row that Tab reaches, and a row that is to have the focus as soon as it is drawn. At first that is
 * the row that was left for a page of its own: it is in its place, since going back scrolls to it.
 */
export function useActiveRow(leftKey: string | null) {
  const [key, setKey] = useState(leftKey);
  const wanted = useRef<Wish | null>(leftKey === null ? null : { key: leftKey, isInPlace: true });
  const focusOn = useCallback((key: string) => {
    wanted.current = { key, isInPlace: false };
    setKey(key);
  }, []);
  /** Returns the wish for a row once, null otherwise. */
  const takeWish = useCallback((key: string) => {
    const wish = wanted.current;
    if (wish?.key !== key) return null;
    wanted.current = null;
    return wish;
  }, []);
  return { key, setKey, focusOn, takeWish } as const;
}

export type ActiveRow = ReturnType<typeof useActiveRow>;
