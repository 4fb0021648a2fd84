import { useCallback, useRef, useState } from "react";

/** The row that Tab reaches, and a row that is to have the focus as soon as it is drawn. */
export function useActiveRow() {
  const [key, setKey] = useState<string | null>(null);
  const wanted = useRef<string | null>(null);
  const focusOn = useCallback((key: string) => {
    wanted.current = key;
    setKey(key);
  }, []);
  /** Returns true once for the row that is to have the focus. */
  const takeWish = useCallback((key: string) => {
    if (wanted.current !== key) return false;
    wanted.current = null;
    return true;
  }, []);
  return { key, setKey, focusOn, takeWish } as const;
}

export type ActiveRow = ReturnType<typeof useActiveRow>;
