import { useState } from "react";
import type { OpenRow } from "../../../list/open-row.ts";
import type { TransactionRow } from "../transaction.ts";
import {
  isAcceptable,
  isFixed,
  isOpen,
  type Item,
  nextOf,
  type OneItem,
  type Pair,
  type PairItem,
  staysFirst,
} from "./item.ts";
import type { Selecting } from "./selecting.tsx";
import type { useActs } from "./use-acts.ts";
import type { Place } from "./use-place.ts";

type Deciding = {
  readonly items: readonly Item[];
  readonly active: Item | undefined;
  readonly opened: OpenRow<TransactionRow> | null;
  readonly show: (key: string) => void;
  /** Opens the parts of a split transaction. */
  readonly showParts: (item: OneItem) => void;
  readonly place: Place;
  readonly acts: ReturnType<typeof useActs>;
  readonly selecting: Selecting;
};

/** Transaction whose category is picked: for it alone, or for all that are selected. */
type Picked = { readonly item: OneItem; readonly isAlone: boolean };

/** Decisions on one item, or on all that are selected. Each goes on to the item that follows. */
export function useDeciding(deciding: Deciding) {
  const { items, active, opened, show, showParts, place, acts, selecting } = deciding;
  const [swapped, setSwapped] = useState<ReadonlySet<string>>(new Set());
  const [picked, setPicked] = useState<Picked | null>(null);
  const leave = (some: readonly Item[], from: Item) => {
    const next = nextOf(items, new Set(some.map(({ key }) => key)), from.key);
    if (opened !== null && next !== null) show(next);
    else {
      if (opened !== null) opened.onClose(true);
      place.goTo(next);
    }
  };
  const pairOf = ({ key, pair }: PairItem): Pair => {
    const [one, other] = staysFirst(pair);
    return swapped.has(key) ? [other, one] : [one, other];
  };
  /** Accepts the suggestions of the selected transactions. Those without one stay selected. */
  const acceptSelected = () => {
    const { isAll, isEachShown, suggested, count } = selecting;
    const shown = selecting.items.filter(isAcceptable);
    // After all are accepted, the rest begins with the first item.
    const from = isEachShown ? items[0] : active;
    if (suggested === null || from === undefined) return;
    leave(shown, from);
    selecting.keepOnly(isAll ? [] : selecting.items.filter((item) => !isAcceptable(item)));
    void acts.accept({ shown, all: isAll ? suggested : null }, count - suggested);
  };
  const categorize = (slug: string, { item, isAlone }: Picked) => {
    const { isAll, count } = selecting;
    const shown = isAlone || selecting.items.length === 0 ? [item] : selecting.items;
    leave(
      shown.filter((one) => !isFixed(one)),
      item,
    );
    if (!isAlone) selecting.keepOnly([]);
    void acts.categorize(slug, { shown, all: isAll && !isAlone ? count : null });
  };
  // Keys act on what the sheet shows, or else on the selected transactions.
  const isShownAlone = opened !== null || selecting.count === 0;
  const pick = (item: Item, isAlone = isShownAlone) => {
    if (!isOpen(item)) return;
    if (isAlone && item.row.is_split) showParts(item);
    else setPicked({ item, isAlone });
  };
  /** Accepts what is suggested for one item, whatever is selected. */
  const acceptOne = (item: Item) => {
    if (isOpen(item) && item.row.suggested === null) {
      pick(item, true);
      return;
    }
    if (!isOpen(item) || !isFixed(item)) leave([item], item);
    if ("pair" in item)
      void (item.kind === "transfers" ? acts.link(item) : acts.merge(item, pairOf(item)));
    else if (item.row.suggested === null || item.kind === "stale") void acts.post(item);
    else void acts.categorize(item.row.suggested.slug, { shown: [item], all: null });
  };
  return {
    picked,
    closePicker: () => setPicked(null),
    pairOf,
    acceptSelected,
    categorize,
    acceptOne,
    accept: (item: Item, isAlone = isShownAlone) => {
      if (!isOpen(item) || isAlone) acceptOne(item);
      else if (selecting.suggested === 0) pick(item, isAlone);
      else acceptSelected();
    },
    pick,
    /** True where a button in the row means this row alone, since it is not selected. */
    isOther: (item: OneItem) => isShownAlone || !selecting.items.includes(item),
    reject: (item: Item) => {
      if (isOpen(item)) return;
      leave([item], item);
      void ("pair" in item ? acts.reject(item) : acts.remove(item));
    },
    swap: ({ kind, key }: Item) => {
      if (kind !== "duplicates") return;
      setSwapped((swapped) => swapped.symmetricDifference(new Set([key])));
    },
  } as const;
}
