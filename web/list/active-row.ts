import { useCallback, useRef, useState } from "react";

type Wish = { readonly key: string; readonly isInPlace: boolean };

/**
 * Row that Tab reaches, and the wish to focus a row once it is drawn. The first wish is the row that was
 * left for another page: going back restores the scroll position, so that it is in its place.
 */
export function useActiveRow(leftKey: string | null) {
  const [key, setKey] = useState(leftKey);
  const wanted = useRef<Wish | null>(leftKey === null ? null : { key: leftKey, isInPlace: true });
  const focusOn = useCallback((key: string) => {
    wanted.current = { key, isInPlace: false };
    setKey(key);
  }, []);
  const takeWish = useCallback((key: string) => {
    const wish = wanted.current;
    if (wish?.key !== key) return null;
    wanted.current = null;
    return wish;
  }, []);
  return { key, setKey, focusOn, takeWish } as const;
}

export type ActiveRow = ReturnType<typeof useActiveRow>;
