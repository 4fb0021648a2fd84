import { lazy, Suspense, useMemo, useState } from "react";
import { Empty } from "../../../components/answer.tsx";
import { ButtonLink } from "../../../components/button.tsx";
import { rowId } from "../../../list/open-row.ts";
import { LazyOfferNote } from "../offer.tsx";
import {
  isAcceptable,
  isFixed,
  type Item,
  itemsOf,
  nextOf,
  offeredIn,
  type OneItem,
  type Pair,
  type PairItem,
  REVIEW_KINDS,
  type ReviewAnswer,
  staysFirst,
  waitingOf,
} from "./item.ts";
import { REVIEW_ID, useReviewKeys } from "./review-keys.ts";
import { ReviewSection } from "./review-section.tsx";
import { SelectedBar } from "./selected-bar.tsx";
import { useActs } from "./use-acts.ts";
import { useOpenItem } from "./use-open-item.ts";
import { useCurrent, usePlace, usePlaceFocus } from "./use-place.ts";
import { useSelecting } from "./use-selecting.ts";
import { useWork } from "./use-work.ts";

const CategoryPicker = lazy(async () =>
  import("../category-picker.tsx").then(({ CategoryPicker }) => ({ default: CategoryPicker })),
);
const TransactionSheet = lazy(async () =>
  import("../transaction-sheet.tsx").then(({ TransactionSheet }) => ({
    default: TransactionSheet,
  })),
);

/** Transaction whose category is picked: its own, or else that of all that are selected. */
type Picked = { readonly item: OneItem; readonly isAlone: boolean };

/** All that waits, worked through by keys or by pointer: after each act the next item has the focus. */
export function ReviewList({ review }: { readonly review: ReviewAnswer }) {
  const place = usePlace();
  const work = useWork(place.goTo);
  const { done } = work;
  const acts = useActs(work);
  const [swapped, setSwapped] = useState<ReadonlySet<string>>(new Set());
  const [picked, setPicked] = useState<Picked | null>(null);
  const loaded = useMemo(() => itemsOf(review), [review]);
  const items = useMemo(() => loaded.filter(({ key }) => !done.has(key)), [loaded, done]);
  const active = useCurrent(place, items);
  const { opened, show } = useOpenItem({ items, active, place });
  const waitingFor = (kind: Item["kind"]) =>
    waitingOf(
      review,
      kind,
      loaded.filter((item) => item.kind === kind && done.has(item.key)).length,
    );
  const selecting = useSelecting(items.filter(isOpen), waitingFor("uncategorized"));
  usePlaceFocus(place, active);
  /** Goes on to what follows an item, while some are done. */
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
    // Of all that are shown, what stays is gone through from the first one.
    const from = isEachShown ? items[0] : active;
    if (suggested === null || from === undefined) return;
    leave(shown, from);
    selecting.keepOnly(isAll ? [] : selecting.items.filter((item) => !isAcceptable(item)));
    void acts.accept({ shown, all: isAll ? suggested : null }, count - suggested);
  };
  /** Gives a category to what it is picked for. */
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
  /** Accepts what is suggested for one item, whatever is selected. */
  const acceptOne = (item: Item) => {
    if ("pair" in item) {
      leave([item], item);
      void (item.kind === "transfers" ? acts.link(item) : acts.merge(item, pairOf(item)));
    } else if (item.kind === "stale") {
      leave([item], item);
      void acts.post(item);
    } else if (item.row.suggested === null) setPicked({ item, isAlone: true });
    else {
      leave([item], item);
      void acts.categorize(item.row.suggested.slug, { shown: [item], all: null });
    }
  };
  /** Keys act on what the sheet shows, or else on the selected transactions. */
  const isShownAlone = opened !== null || selecting.count === 0;
  const accept = (item: Item, isAlone = isShownAlone) => {
    if (!isOpen(item) || isAlone) acceptOne(item);
    else if (selecting.suggested === 0) setPicked({ item, isAlone });
    else acceptSelected();
  };
  const pick = (item: Item, isAlone = isShownAlone) => {
    if (isOpen(item)) setPicked({ item, isAlone });
  };
  /** A button in a row that is not selected means this row. */
  const isOther = (item: OneItem) => isShownAlone || !selecting.items.includes(item);
  const reject = (item: Item) => {
    if (item.kind === "uncategorized") return;
    leave([item], item);
    void ("pair" in item ? acts.reject(item) : acts.remove(item));
  };
  const swap = (item: Item) => {
    if (item.kind === "duplicates") setSwapped((swapped) => toggled(swapped, item.key));
  };
  const clear = () => {
    selecting.keepOnly([]);
    // The pressed button is gone.
    place.goTo(active?.key ?? null);
  };
  useReviewKeys({
    items,
    active,
    opened,
    onMove: place.goTo,
    letters: {
      a: (item) => accept(item),
      m: (item) => ("pair" in item ? accept(item) : undefined),
      c: (item) => pick(item),
      r: reject,
      o: swap,
      x: (item) => (isOpen(item) ? selecting.onToggle(item.key, false) : undefined),
      v: ({ key }) => show(key),
    },
    always: {
      u: work.undoLast,
      l: () => void acts.applySimilar(),
      g: () => void acts.makeRule(),
      ...(selecting.count === 0 || opened !== null ? {} : { Escape: clear }),
    },
  });
  const isAllDone = items.length === 0 && REVIEW_KINDS.every((kind) => review.counts[kind] === 0);
  const offered = offeredIn(items);
  const [first] = selecting.items;
  return (
    <>
      {/* No grid: a sticky bar would stay within its own row. */}
      <div className="flex flex-col gap-5">
        <div
          className={`sticky top-0 z-20 -mx-2 bg-canvas px-2 empty:hidden ${first === undefined ? "" : "sm:-mt-10"}`}
        >
          {first !== undefined ? (
            <SelectedBar
              onAccept={acceptSelected}
              onClear={clear}
              onPick={() => setPicked({ item: first, isAlone: false })}
              selecting={selecting}
            />
          ) : acts.similar === null || isAllDone ? null : (
            <LazyOfferNote
              onApply={() => void acts.applySimilar()}
              onClose={acts.dismiss}
              onRule={() => void acts.makeRule()}
              similar={acts.similar}
            />
          )}
        </div>
        {isAllDone ? (
          <AllDone />
        ) : (
          <section
            aria-keyshortcuts="A C M O R V X L G U"
            aria-label="What waits"
            className={`grid gap-6 ${first === undefined ? "" : "sm:-mt-5"}`}
            id={REVIEW_ID}
          >
            {REVIEW_KINDS.map((kind) => (
              <ReviewSection
                activeKey={active?.key ?? null}
                items={items.filter((item) => item.kind === kind)}
                key={kind}
                kind={kind}
                offered={offered}
                onAccept={(item) => accept(item)}
                onAcceptPressed={(item) => accept(item, isOther(item))}
                onFocus={opened === null ? place.note : (key) => show(key)}
                onOpen={show}
                onPick={(item) => pick(item, isOther(item))}
                onReject={reject}
                onSwap={swap}
                pairOf={pairOf}
                selecting={selecting}
                waiting={waitingFor(kind)}
              />
            ))}
          </section>
        )}
      </div>
      <Suspense>
        {opened === null ? null : (
          <TransactionSheet
            onUse={() => (active === undefined ? undefined : acceptOne(active))}
            opened={opened}
          />
        )}
        {picked === null ? null : (
          <CategoryPicker
            anchor={{ current: document.getElementById(`${rowId(picked.item.key)}-category`) }}
            finalFocus={() => document.getElementById(rowId(place.latest() ?? picked.item.key))}
            onChoose={(slug) => categorize(slug, picked)}
            onClose={() => setPicked(null)}
            row={picked.item.row}
          />
        )}
      </Suspense>
    </>
  );
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  return new Set(keys.has(key) ? [...keys].filter((other) => other !== key) : [...keys, key]);
}

function isOpen(item: Item): item is OneItem {
  return item.kind === "uncategorized";
}

function AllDone() {
  return (
    <Empty action={<ButtonLink to="/transactions">All transactions</ButtonLink>} title="All done">
      Each transaction has its category, and no transfer, duplicate or old pending payment waits.
      What comes with the next import is shown here.
    </Empty>
  );
}
