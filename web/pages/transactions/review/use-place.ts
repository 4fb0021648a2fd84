import { useCallback, useEffect, useRef, useState } from "react";
import { firstOnPage } from "../../../focus.ts";
import { rowId } from "../../../list/row-id.ts";
import { type Item, nextOf } from "./item.ts";

export type Place = ReturnType<typeof usePlace>;

/** An item that is to have the focus. One that comes back is drawn a moment later. */
type Wish = { readonly key: string | null; readonly isBack: boolean };

/** The current item by its key, and whether it is to have the focus. */
export function usePlace() {
  const [current, setCurrent] = useState<string | null>(null);
  const [wish, setWish] = useState<Wish | null>(null);
  const newest = useRef<string | null>(null);
  const move = useCallback((key: string | null, wish: Wish | null) => {
    newest.current = key;
    setCurrent(key);
    setWish(wish);
  }, []);
  const note = useCallback((key: string) => move(key, null), [move]);
  const goTo = useCallback((key: string | null) => move(key, { key, isBack: false }), [move]);
  const goBackTo = useCallback(
    (key: string | null) => move(key, { key, isBack: key !== null }),
    [move],
  );
  return { current, wish, note, goTo, goBackTo, latest: () => newest.current } as const;
}

/** The current item. One that is gone by now leaves its place to the next. */
export function useCurrent({ current }: Place, items: readonly Item[]): Item | undefined {
  const [known, setKnown] = useState(items);
  const here = items.find(({ key }) => key === current);
  if (here !== undefined && known !== items) setKnown(items);
  if (here !== undefined || current === null) return here ?? items[0];
  const left = new Set(items.map(({ key }) => key));
  const gone = new Set(known.flatMap(({ key }) => (left.has(key) ? [] : [key])));
  const next = nextOf(known, gone, current);
  return items.find(({ key }) => key === next) ?? items[0];
}

/** Moves the focus once the items are as they are to be. */
export function usePlaceFocus({ wish }: Place, active: Item | undefined): void {
  const key = active?.key ?? null;
  const done = useRef<Wish | null>(null);
  useEffect(() => {
    if (wish === null || wish === done.current || (wish.isBack && wish.key !== key)) return;
    done.current = wish;
    placeOf(key)?.focus();
  }, [wish, key]);
}

/** The element of an item, or the page's title. */
export function placeOf(key: string | null): HTMLElement | null {
  const row = firstOnPage(key === null ? undefined : rowId(key));
  return row ?? document.querySelector("h1");
}
