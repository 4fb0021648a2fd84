import { lazy, Suspense, useMemo, useState } from "react";
import { Empty } from "../../../components/answer.tsx";
import { ButtonLink } from "../../../components/button.tsx";
import { rowId } from "../../../list/open-row.ts";
import { LazyOfferNote } from "../offer.tsx";
import {
  isOpen,
  type Item,
  itemsOf,
  offeredIn,
  type OneItem,
  REVIEW_KINDS,
  type ReviewAnswer,
  waitingOf,
} from "./item.ts";
import { REVIEW_ID, useReviewKeys } from "./review-keys.ts";
import { ReviewSection } from "./review-section.tsx";
import { SelectedBar, useSelecting } from "./selecting.tsx";
import { useActs } from "./use-acts.ts";
import { useDeciding } from "./use-deciding.ts";
import { useCurrent, useOpenItem, usePlace, usePlaceFocus } from "./use-place.ts";

const CategoryPicker = lazy(async () =>
  import("../category-picker.tsx").then(({ CategoryPicker }) => ({ default: CategoryPicker })),
);
const TransactionSheet = lazy(async () =>
  import("../transaction-sheet.tsx").then(({ TransactionSheet }) => ({
    default: TransactionSheet,
  })),
);

/** All that waits, worked through by keys or by pointer: after each act the next item has the focus. */
export function ReviewList({ review }: { readonly review: ReviewAnswer }) {
  const place = usePlace();
  const acts = useActs(place.goTo);
  const { done, similar } = acts;
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
  const [parts, setParts] = useState<string | null>(null);
  const showParts = ({ key, row }: OneItem) => {
    setParts(row.id);
    show(key);
  };
  const deciding = useDeciding({ items, active, opened, show, showParts, place, acts, selecting });
  const { picked, accept, pick, isOther } = deciding;
  const applySimilar = () => void acts.takeOffer("applyCategory");
  const makeRule = () => void acts.takeOffer("makeOffered");
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
      r: deciding.reject,
      o: deciding.swap,
      x: (item) => (isOpen(item) ? selecting.onToggle(item.key, false) : undefined),
      v: ({ key }) => show(key),
    },
    always: {
      u: acts.undoLast,
      l: applySimilar,
      g: makeRule,
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
          className={`z-20 -mx-2 bg-canvas px-2 empty:hidden sm:-mt-10 ${first === undefined ? OFFER_PLACE : "sticky top-0"}`}
        >
          {first !== undefined ? (
            <SelectedBar
              onAccept={deciding.acceptSelected}
              onClear={clear}
              onPick={() => pick(first, false)}
              selecting={selecting}
            />
          ) : similar === null || isAllDone ? null : (
            <LazyOfferNote
              isOverPage
              onApply={applySimilar}
              onClose={acts.dismiss}
              onRule={makeRule}
              similar={similar}
            />
          )}
        </div>
        {isAllDone ? (
          <AllDone />
        ) : (
          <section
            aria-keyshortcuts="A C M O R V X L G U"
            aria-label="What waits"
            className="grid gap-6 sm:[:not(:empty)+&]:-mt-5"
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
                onReject={deciding.reject}
                onSwap={deciding.swap}
                pairOf={deciding.pairOf}
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
            isPartsOpen={parts === opened.key}
            onUse={() => (active === undefined ? undefined : deciding.acceptOne(active))}
            opened={opened}
          />
        )}
        {picked === null ? null : (
          <CategoryPicker
            anchor={{ current: document.getElementById(`${rowId(picked.item.key)}-category`) }}
            finalFocus={() => document.getElementById(rowId(place.latest() ?? picked.item.key))}
            onChoose={(slug) => deciding.categorize(slug, picked)}
            onClose={deciding.closePicker}
            row={picked.item.row}
          />
        )}
      </Suspense>
    </>
  );
}

/** Over the words above the rows, on phones below the rows: none of them moves. */
const OFFER_PLACE = "page-foot max-sm:order-last sm:sticky sm:top-0 sm:bottom-auto sm:h-10";

function AllDone() {
  return (
    <Empty action={<ButtonLink to="/transactions">All transactions</ButtonLink>} title="All done">
      Each transaction has its category, and no transfer, duplicate or old pending payment waits.
      What comes with the next import is shown here.
    </Empty>
  );
}
