import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { UNCATEGORIZED } from "../../../../src/shared/limits.ts";
import { Amount } from "../../../components/amount.tsx";
import { Section } from "../../../components/page.tsx";
import { shortDay } from "../../../dates.ts";
import { Box } from "../../../list/select-box.tsx";
import { AccountName } from "../account-name.tsx";
import { rowSum } from "../sums.ts";
import { type ItemAction, ItemActions } from "./actions.tsx";
import { ItemFrame } from "./item-frame.tsx";
import type { Item, Kind, OneItem, Pair, PairItem } from "./item.ts";
import { OpenItem } from "./open-item.tsx";
import { PairOfRows, toldOf } from "./pair-item.tsx";
import { RowLink } from "./row-link.tsx";
import type { Selecting } from "./use-selecting.ts";

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
  /** Order of a pair: the one that stays, and the one that goes. */
  readonly pairOf: (item: PairItem) => Pair;
  readonly onFocus: (key: string) => void;
  readonly onAccept: OnItem;
  /** Takes a press of the button of a transaction's suggestion. */
  readonly onAcceptPressed: (item: OneItem) => void;
  readonly onPick: (item: OneItem) => void;
  readonly onReject: OnItem;
  /** Opens a transaction of an item. */
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
      {kind === "uncategorized" ? (
        <SelectShown {...rest.selecting} isAll={waiting === items.length} shown={items.length} />
      ) : null}
      <ul aria-label={title} className="grid divide-y divide-line">
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

/** Checkbox above those of the transactions, for all that are shown. */
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

type SumProps = Pick<ReviewSectionProps, "kind" | "items" | "waiting">;

/** Sum of the transactions without a category that are shown, each currency by itself. */
function Sum({ kind, items, waiting }: SumProps) {
  const rows = items.flatMap((item) => ("row" in item ? [item.row] : []));
  if (kind !== "uncategorized" || rows.length < 2) return null;
  return (
    <p className="-mt-4 flex flex-wrap justify-between gap-x-4 border-t border-b-4 border-t-edge border-b-accent py-1.5 font-semibold [border-bottom-style:double]">
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

type StaleItemProps = {
  readonly item: OneItem;
  readonly isActive: boolean;
  readonly onFocus: (key: string) => void;
  readonly onAccept: () => void;
  readonly onOpen: (id: string) => void;
  readonly actions: readonly ItemAction[];
};

/** A payment that was announced weeks ago, and never booked. */
function StaleItem(props: StaleItemProps) {
  const { item, isActive, onFocus, onAccept, onOpen, actions } = props;
  const { date, amount_minor, currency, bank_account_id } = item.row;
  return (
    <ItemFrame
      onAccept={onAccept}
      isActive={isActive}
      itemKey={item.key}
      label={toldOf(item.row)}
      onFocus={onFocus}
    >
      <div className="grid items-center gap-x-6 gap-y-2 py-1 sm:grid-cols-[minmax(0,1fr)_auto]">
        <div className="grid min-w-0 gap-0.5">
          <p className="flex items-baseline justify-between gap-4">
            <RowLink isActive={isActive} onOpen={onOpen} row={item.row} />
            <Amount currency={currency} minor={amount_minor} />
          </p>
          <p className="flex flex-wrap gap-x-3 text-ink2">
            Pending since {shortDay(date)} <AccountName id={bank_account_id} />
          </p>
        </div>
        <ItemActions actions={actions} isActive={isActive} />
      </div>
    </ItemFrame>
  );
}
