import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { firstOnPage } from "../../../focus.ts";
import { useListAddress } from "../../../list/address.ts";
import { type OpenRow, rowId } from "../../../list/open-row.ts";
import type { TransactionRow } from "../transaction.ts";
import { type Item, itemRows, nextOf } from "./item.ts";

export type Place = ReturnType<typeof usePlace>;

/** Keeps the key of the current item. `goTo` moves the focus there too. */
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

/** Finds the current item. One that is gone leaves its place to the next. */
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

/** Moves the focus after the items are drawn. */
export function usePlaceFocus({ wanted }: Place, active: Item | undefined): void {
  const key = active?.key ?? null;
  const moved = useRef(0);
  useEffect(() => {
    if (wanted === moved.current) return;
    moved.current = wanted;
    itemElement(key)?.focus();
  }, [wanted, key]);
}

function itemElement(key: string | null): HTMLElement | null {
  const row = firstOnPage(key === null ? undefined : rowId(key));
  return row ?? document.querySelector("h1");
}

const ADDRESS = {
  page: "/transactions/review",
  openAs: { sheet: "transaction" },
  filters: [],
  columns: [],
} as const;

type Parts = {
  readonly items: readonly Item[];
  readonly active: Item | undefined;
  readonly place: Place;
};

/**
 * Opens the transaction in the address beside the items, in their order. One that no longer waits stays open;
 * behind it comes the item that took its place.
 */
export function useOpenItem({ items, active, place: { note } }: Parts) {
  const { openKey, open, close } = useListAddress(ADDRESS);
  const steps = items.flatMap((item) => itemRows(item).map((row) => ({ item: item.key, row })));
  // A transaction can wait for two reasons.
  const own = steps.findIndex(({ item, row }) => row.id === openKey && item === active?.key);
  const at = own < 0 ? steps.findIndex(({ row }) => row.id === openKey) : own;
  const item = steps[at]?.item;
  // The next key acts on the item of the sheet.
  useLayoutEffect(() => {
    if (item === undefined) return;
    note(item);
    itemElement(item)?.scrollIntoView({ block: "nearest" });
  }, [item, note]);
  const goTo = (step: (typeof steps)[number] | undefined) => {
    if (step === undefined) return;
    note(step.item);
    open(step.row.id);
  };
  const behind = at < 0 ? steps.findIndex(({ item }) => item === active?.key) : at + 1;
  const before = (at < 0 ? behind : at) - 1;
  const keyAt = (index: number) => (steps[index] === undefined ? null : String(index));
  const opened: OpenRow<TransactionRow> | null =
    openKey === null
      ? null
      : {
          key: openKey,
          row: steps[at]?.row ?? null,
          previous: keyAt(before),
          next: keyAt(behind),
          onOpen: (index) => goTo(steps[Number(index)]),
          onClose: close,
          focusAfter: () => itemElement(active?.key ?? null),
        };
  const show = (key: string, id?: string) =>
    goTo(steps.find(({ item, row }) => item === key && (id === undefined || row.id === id)));
  return { opened, show } as const;
}
