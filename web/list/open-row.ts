import { useCallback, useLayoutEffect, useRef, useState } from "react";
import type { Address } from "./address.ts";
import type { List } from "./list.ts";

export type OpenRow<Row> = {
  readonly key: string;
  /** Null if it is not among the loaded rows. */
  readonly row: Row | null;
  readonly previous: string | null;
  readonly next: string | null;
  readonly onOpen: (key: string) => void;
  readonly onClose: (isGone?: boolean) => void;
  readonly focusAfter: () => HTMLElement | null;
};

type Parts<Row> = {
  readonly list: Pick<List<Row>, "keyOf">;
  readonly rows: readonly Row[];
  readonly address: Address;
  readonly active: ActiveRow;
};

export function useOpenRow<Row>({
  list: { keyOf },
  rows,
  address,
  active: { setKey },
}: Parts<Row>): OpenRow<Row> | null {
  const { openKey, open, close } = address;
  // A key that follows means the row that is shown.
  useLayoutEffect(() => {
    if (openKey !== null) setKey(openKey);
  }, [openKey, setKey]);
  if (openKey === null) return null;
  const place = rows.findIndex((row) => keyOf(row) === openKey);
  const at = (index: number) => (place < 0 ? undefined : rows[index]);
  const keyAt = (index: number) => {
    const row = at(index);
    return row === undefined ? null : keyOf(row);
  };
  return {
    key: openKey,
    row: at(place) ?? null,
    previous: keyAt(place - 1),
    next: keyAt(place + 1),
    onOpen: open,
    onClose: close,
    focusAfter: () => document.getElementById(rowId(openKey)),
  };
}

export function rowId(key: string): string {
  return `row-${key}`;
}

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
