import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Section } from "../../../components/page.tsx";
import { UNCATEGORIZED } from "../transaction.ts";
import type { ItemAction } from "./actions.tsx";
import type { Item, Kind, Pair, PairItem } from "./item.ts";
import { OpenItem } from "./open-item.tsx";
import { PairOfRows } from "./pair-item.tsx";
import { StaleItem } from "./stale-item.tsx";

type OnItem = (item: Item) => void;

type ReviewSectionProps = {
  readonly kind: Kind;
  readonly items: readonly Item[];
  /** Number of all that waits, of which some are shown. */
  readonly waiting: number;
  readonly activeKey: string | null;
  readonly selected: ReadonlySet<string>;
  /** Order of a pair: the one that stays, and the one that goes. */
  readonly pairOf: (item: PairItem) => Pair;
  readonly onFocus: (key: string) => void;
  readonly onAccept: OnItem;
  readonly onPick: OnItem;
  readonly onReject: OnItem;
  readonly onSelect: OnItem;
  readonly onSwap: OnItem;
};

const WORDS: Readonly<Record<Kind, { readonly title: string; readonly hint: ReactNode }>> = {
  uncategorized: {
    title: "Without a category",
    hint: (
      <>
        Accept the category that earlier ones have, or choose another.
        <span className="pointer-coarse:hidden">
          {" "}
          Enter or A accepts, C chooses, X selects several.
        </span>
      </>
    ),
  },
  transfers: {
    title: "Suggested transfers",
    hint: "Two of your own accounts, nearly the same days. Linked, they are neither income nor expense.",
  },
  duplicates: {
    title: "May be the same",
    hint: "Equal amounts on one account that came from two sources. What goes gives its category, note and tags to what stays.",
  },
  stale: {
    title: "Pending for more than two weeks",
    hint: "Announced and never booked. Pending payments count in no balance.",
  },
};

/** The items of one kind. */
export function ReviewSection({ kind, items, waiting, ...rest }: ReviewSectionProps) {
  const { title, hint } = WORDS[kind];
  if (items.length === 0) return null;
  return (
    <Section
      hint={hint}
      id={`review-${kind}`}
      title={`${title} (${waiting.toLocaleString("en-GB")})`}
    >
      <ul aria-label={title} className="grid divide-y divide-line">
        {items.map((item) => (
          <Shown item={item} key={item.key} {...rest} />
        ))}
      </ul>
      {waiting > items.length ? (
        <p className="text-ink2">
          The newest {items.length} are shown; the next ones follow.{" "}
          {kind === "uncategorized" ? (
            <Link className="underline" search={{ category: UNCATEGORIZED }} to="/transactions">
              All {waiting.toLocaleString("en-GB")} in the list
            </Link>
          ) : null}
        </p>
      ) : null}
    </Section>
  );
}

type ShownProps = Omit<ReviewSectionProps, "kind" | "items" | "waiting"> & { readonly item: Item };

function Shown({ item, activeKey, selected, pairOf, ...on }: ShownProps) {
  const isActive = item.key === activeKey;
  const action = (label: string, letter: string, act: OnItem): ItemAction => ({
    label,
    letter,
    onPress: () => act(item),
  });
  const given = { isActive, onFocus: on.onFocus, onAccept: () => on.onAccept(item) };
  if ("row" in item && item.kind === "uncategorized")
    return (
      <OpenItem
        {...given}
        isSelected={selected.has(item.key)}
        item={item}
        onAccept={on.onAccept}
        onPick={on.onPick}
        onSelect={() => on.onSelect(item)}
      />
    );
  if ("row" in item)
    return (
      <StaleItem
        {...given}
        actions={[
          { ...action("It was booked", "A", on.onAccept), isMain: true },
          action("Delete", "R", on.onReject),
        ]}
        item={item}
      />
    );
  if (item.kind === "transfers")
    return (
      <PairOfRows
        {...given}
        actions={[
          { ...action("Link the transfer", "M", on.onAccept), isMain: true },
          action("Not a transfer", "R", on.onReject),
        ]}
        item={item}
        pair={item.pair}
        words={["Receives", "Pays"]}
      />
    );
  return (
    <PairOfRows
      {...given}
      actions={[
        { ...action("Merge", "M", on.onAccept), isMain: true },
        action("Keep both", "R", on.onReject),
        action("Keep the other one", "O", on.onSwap),
      ]}
      item={item}
      pair={pairOf(item)}
      words={["Stays", "Goes"]}
    />
  );
}
