import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { UNCATEGORIZED } from "../../../../src/shared/limits.ts";
import { Section } from "../../../components/page.tsx";
import { Box } from "../../../list/select-box.tsx";
import { rowSum } from "../sums.ts";
import type { Item, Kind, OneItem, Pair, PairItem } from "./item.ts";
import { type ItemAction, OpenItem, PairOfRows, StaleItem } from "./items.tsx";
import type { Selecting } from "./selecting.tsx";

type OnItem = (item: Item) => void;

type ReviewSectionProps = {
  readonly kind: Kind;
  readonly items: readonly Item[];
  /** Number of all that waits, of which some are shown. */
  readonly waiting: number;
  readonly activeKey: string | null;
  readonly selecting: Selecting;
  /** Ids of the transactions that are sides of suggested transfers. */
  readonly offered: ReadonlySet<string>;
  /** Answers first the one that stays. */
  readonly pairOf: (item: PairItem) => Pair;
  readonly onFocus: (key: string) => void;
  readonly onAccept: OnItem;
  /** Takes a press of the suggestion's button. */
  readonly onAcceptPressed: (item: OneItem) => void;
  readonly onPick: (item: OneItem) => void;
  readonly onReject: OnItem;
  readonly onOpen: (key: string, id: string) => void;
  readonly onSwap: OnItem;
};

const WORDS: Readonly<Record<Kind, { readonly title: string; readonly hint: ReactNode }>> = {
  uncategorized: {
    title: "Without a category",
    hint: (
      <>
        Accept the category that earlier ones have, or choose another.
        <span className="block pointer-coarse:hidden">
          Enter or A accepts, C chooses, X selects, V views.
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

export function ReviewSection({ kind, items, waiting, ...rest }: ReviewSectionProps) {
  const { title, hint } = WORDS[kind];
  if (items.length === 0) return null;
  return (
    <Section
      hint={hint}
      id={`review-${kind}`}
      title={`${title} (${waiting.toLocaleString("en-GB")})`}
    >
      {kind === "uncategorized" ? (
        <SelectShown {...rest.selecting} isAll={waiting === items.length} shown={items.length} />
      ) : null}
      <ul aria-label={title} className="@container grid divide-y divide-line">
        {items.map((item) => (
          <Shown item={item} key={item.key} {...rest} />
        ))}
      </ul>
      <Sum items={items} kind={kind} waiting={waiting} />
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

type SelectShownProps = Pick<Selecting, "head" | "onHead"> & {
  readonly shown: number;
  /** True when no more wait than are shown. */
  readonly isAll: boolean;
};

/** Checkbox for all transactions that are shown. */
function SelectShown({ head, onHead, shown, isAll }: SelectShownProps) {
  if (shown < 2) return null;
  return (
    <label className="-my-4 flex min-h-11 cursor-pointer items-center gap-2 justify-self-start text-ink2 hover:text-ink sm:min-h-9">
      <span className="w-8">
        <Box onChange={onHead} state={head} />
      </span>
      Select all {shown.toLocaleString("en-GB")}
      {isAll ? "" : " shown"}
    </label>
  );
}

/** Sum of the shown transactions without a category, each currency by itself. */
function Sum({ kind, items, waiting }: Pick<ReviewSectionProps, "kind" | "items" | "waiting">) {
  const rows = items.flatMap((item) => ("row" in item ? [item.row] : []));
  if (kind !== "uncategorized" || rows.length < 2) return null;
  return (
    <p className="ruled-sum -mt-4">
      <span>{waiting > rows.length ? `Sum of the newest ${rows.length}` : "Sum"}</span>
      <span className="tabular-nums">{rowSum(rows)}</span>
    </p>
  );
}

type ShownProps = Omit<ReviewSectionProps, "kind" | "items" | "waiting"> & { readonly item: Item };

function Shown({ item, activeKey, selecting, offered, pairOf, ...on }: ShownProps) {
  const isActive = item.key === activeKey;
  const action = (label: string, letter: string, act: OnItem): ItemAction => ({
    label,
    letter,
    onPress: () => act(item),
  });
  const given = {
    isActive,
    onFocus: on.onFocus,
    onAccept: () => on.onAccept(item),
    onOpen: (id: string) => on.onOpen(item.key, id),
  };
  if ("row" in item && item.kind === "uncategorized")
    return (
      <OpenItem
        {...given}
        isOffered={offered.has(item.row.id)}
        isSelected={selecting.items.includes(item)}
        item={item}
        onAcceptPressed={on.onAcceptPressed}
        onPick={on.onPick}
        onSelect={selecting.onToggle}
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
