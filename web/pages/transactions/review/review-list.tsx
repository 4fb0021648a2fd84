import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Empty } from "../../../components/answer.tsx";
import { ButtonLink } from "../../../components/button.tsx";
import { rowId } from "../../../list/row-id.ts";
import { OfferNote } from "../offer-note.tsx";
import {
  itemsOf,
  KINDS,
  nextOf,
  type Item,
  type OneItem,
  type Pair,
  type PairItem,
  type ReviewAnswer,
  staysFirst,
  waitingOf,
} from "./item.ts";
import { REVIEW_ID, useReviewKeys } from "./review-keys.ts";
import { ReviewSection } from "./review-section.tsx";
import { SelectedBar } from "./selected-bar.tsx";
import { useActs } from "./use-acts.ts";
import { useWork } from "./use-work.ts";

const CategoryPicker = lazy(async () =>
  import("../category-picker.tsx").then(({ CategoryPicker }) => ({ default: CategoryPicker })),
);

/** All that waits, worked through by keys or by pointer: after each act the next item has the focus. */
export function ReviewList({ review }: { readonly review: ReviewAnswer }) {
  const place = usePlace();
  const work = useWork(place.goTo);
  const acts = useActs(work);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [swapped, setSwapped] = useState<ReadonlySet<string>>(new Set());
  const [picked, setPicked] = useState<OneItem | null>(null);
  const loaded = useMemo(() => itemsOf(review), [review]);
  const items = loaded.filter(({ key }) => !work.done.has(key));
  const active = items.find(({ key }) => key === place.current) ?? items[0];
  usePlaceFocus(place, active);
  const leave = (keys: readonly string[]) => {
    place.goTo(nextOf(items, keys));
    setSelected(new Set());
  };
  const pairOf = ({ key, pair }: PairItem): Pair => {
    const [one, other] = staysFirst(pair);
    return swapped.has(key) ? [other, one] : [one, other];
  };
  const toggled = (keys: ReadonlySet<string>, key: string) =>
    new Set(keys.has(key) ? [...keys].filter((other) => other !== key) : [...keys, key]);
  /** The selected transactions, or else the given one. */
  const chosen = (item: OneItem): readonly OneItem[] => {
    const some = items.filter(isOpen).filter(({ key }) => selected.has(key));
    return some.length === 0 ? [item] : some;
  };
  const categorize = (given: readonly { readonly item: OneItem; readonly slug: string }[]) => {
    leave(given.map(({ item }) => item.key));
    void acts.categorize(given);
  };
  const accept = (item: Item) => {
    if ("pair" in item) {
      leave([item.key]);
      void (item.kind === "transfers" ? acts.link(item) : acts.merge(item, pairOf(item)));
    } else if (item.kind === "stale") {
      leave([item.key]);
      void acts.post(item);
    } else {
      const given = chosen(item).flatMap((item) =>
        item.row.suggested === null ? [] : [{ item, slug: item.row.suggested.slug }],
      );
      if (given.length === 0) setPicked(item);
      else categorize(given);
    }
  };
  const reject = (item: Item) => {
    if (item.kind === "uncategorized") return;
    leave([item.key]);
    void ("pair" in item ? acts.reject(item) : acts.remove(item));
  };
  const swap = (item: Item) => {
    if (item.kind === "duplicates") setSwapped((swapped) => toggled(swapped, item.key));
  };
  const select = (item: Item) => {
    if (isOpen(item)) setSelected((selected) => toggled(selected, item.key));
  };
  const pick = (item: Item) => {
    if (isOpen(item)) setPicked(item);
  };
  useReviewKeys({
    items,
    active,
    onMove: place.goTo,
    letters: {
      a: accept,
      m: (item) => ("pair" in item ? accept(item) : undefined),
      c: pick,
      r: reject,
      o: swap,
      x: select,
    },
    always: {
      u: work.undoLast,
      l: () => void acts.applySimilar(),
      g: () => void acts.makeRule(),
      ...(selected.size === 0 ? {} : { Escape: () => setSelected(new Set()) }),
    },
  });
  if (items.length === 0 && KINDS.every((kind) => review.counts[kind] === 0)) return <AllDone />;
  const doneOf = (kind: Item["kind"]) =>
    loaded.filter((item) => item.kind === kind && work.done.has(item.key)).length;
  return (
    <>
      <div className="sticky top-0 z-20 -mx-2 bg-canvas px-2 empty:hidden">
        {selected.size > 0 ? (
          <SelectedBar
            items={items.filter(isOpen).filter(({ key }) => selected.has(key))}
            onAccept={accept}
            onClear={() => setSelected(new Set())}
            onPick={pick}
          />
        ) : acts.similar === null ? null : (
          <OfferNote
            onApply={() => void acts.applySimilar()}
            onClose={acts.dismiss}
            onRule={() => void acts.makeRule()}
            similar={acts.similar}
          />
        )}
      </div>
      <section
        aria-keyshortcuts="A C M O R X L G U"
        aria-label="What waits"
        className="grid gap-6"
        id={REVIEW_ID}
      >
        {KINDS.map((kind) => (
          <ReviewSection
            activeKey={active?.key ?? null}
            items={items.filter((item) => item.kind === kind)}
            key={kind}
            kind={kind}
            onAccept={accept}
            onFocus={place.note}
            onPick={pick}
            onReject={reject}
            onSelect={select}
            onSwap={swap}
            pairOf={pairOf}
            selected={selected}
            waiting={waitingOf(review, kind, doneOf(kind))}
          />
        ))}
      </section>
      <Suspense>
        {picked === null ? null : (
          <CategoryPicker
            anchor={{ current: document.getElementById(`${rowId(picked.key)}-category`) }}
            finalFocus={() => document.getElementById(rowId(place.latest() ?? picked.key))}
            onChoose={(slug) => categorize(chosen(picked).map((item) => ({ item, slug })))}
            onClose={() => setPicked(null)}
            row={picked.row}
          />
        )}
      </Suspense>
    </>
  );
}

function isOpen(item: Item): item is OneItem {
  return item.kind === "uncategorized";
}

type Place = ReturnType<typeof usePlace>;

/** The current item, and whether it is to have the focus. */
function usePlace() {
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

/** Moves the focus once the items are as they are to be. */
function usePlaceFocus({ wanted }: Place, active: Item | undefined): void {
  const key = active?.key ?? null;
  const moved = useRef(0);
  useEffect(() => {
    if (wanted === moved.current) return;
    moved.current = wanted;
    const target = key === null ? null : document.getElementById(rowId(key));
    (target ?? document.querySelector("h1"))?.focus();
  }, [wanted, key]);
}

function AllDone() {
  return (
    <Empty action={<ButtonLink to="/transactions">All transactions</ButtonLink>} title="All done">
      Each transaction has its category, and no transfer, duplicate or old pending payment waits.
      What comes with the next import is shown here.
    </Empty>
  );
}
