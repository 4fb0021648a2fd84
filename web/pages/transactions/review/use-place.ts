import { useCallback, useEffect, useRef, useState } from "react";
import { firstOnPage } from "../../../focus.ts";
import { rowId } from "../../../list/open-row.ts";
import { type Item, nextOf } from "./item.ts";

export type Place = ReturnType<typeof usePlace>;

/** The current item by its key, and whether it is to have the focus. */
export function usePlace() {
  const [current, setCurrent] = useState<string | null>(null);
  const [wanted, setWanted] = useState(0);
  const newest = useRef<string | null>(null);
  const note = useCallback((key: string) => {
    newest.current = key;
    setCurrent(key);
  }, []);
  const goTo = useCallback((key: string | null) => {
    newest.current = key;
    setCurrent(key);
    setWanted((wanted) => wanted + 1);
  }, []);
  return { current, wanted, note, goTo, latest: () => newest.current } as const;
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
export function usePlaceFocus({ wanted }: Place, active: Item | undefined): void {
  const key = active?.key ?? null;
  const moved = useRef(0);
  useEffect(() => {
    if (wanted === moved.current) return;
    moved.current = wanted;
    itemElement(key)?.focus();
  }, [wanted, key]);
}

/** The element of an item, or the page's title. */
export function itemElement(key: string | null): HTMLElement | null {
  const row = firstOnPage(key === null ? undefined : rowId(key));
  return row ?? document.querySelector("h1");
}
