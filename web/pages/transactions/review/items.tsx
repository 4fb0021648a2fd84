import { Check } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { useCategories } from "../../../categories/use-categories.ts";
import { Amount, signed } from "../../../components/amount.tsx";
import { Button, IconButton } from "../../../components/button.tsx";
import { shortDay } from "../../../dates.ts";
import { rowId } from "../../../list/open-row.ts";
import { SelectBox } from "../../../list/select-box.tsx";
import { AccountName, useAccounts } from "../accounts.tsx";
import { reasonOf, type TransactionRow } from "../transaction.ts";
import { transferRate } from "../transfer-rate.ts";
import { type OneItem, openPartsOf, type Pair, type PairItem, bankWords } from "./item.ts";

type ItemProps = {
  readonly isActive: boolean;
  readonly onFocus: (key: string) => void;
  readonly onAccept: () => void;
  /** Takes the id of a transaction. */
  readonly onOpen: (id: string) => void;
};

type OpenItemProps = ItemProps & {
  readonly item: OneItem;
  readonly isSelected: boolean;
  /** True for a side of a transfer that is suggested below. */
  readonly isOffered: boolean;
  readonly onSelect: (key: string, isRange: boolean) => void;
  readonly onAcceptPressed: (item: OneItem) => void;
  readonly onPick: (item: OneItem) => void;
};

const OFFERED = "May be a transfer: see below";

/** A transaction without a category, with the one that others of its party have. */
export function OpenItem({ isSelected, isOffered, onSelect, ...props }: OpenItemProps) {
  const { item, isActive, onFocus } = props;
  const { date, name, amount_minor, currency, suggested, bank_account_id } = item.row;
  const said = bankWords(item);
  const parts = openPartsOf(item);
  const account = useAccounts()?.find(({ id }) => id === bank_account_id)?.name ?? "";
  const categories = useCategories();
  const suggestion = suggested === null ? "" : (categories?.nameOf(suggested.slug) ?? "");
  const told = [
    name,
    signed(amount_minor, currency),
    shortDay(date),
    ...(account === "" ? [] : [account]),
    ...(said === null ? [] : [said]),
    ...(isOffered ? [OFFERED] : []),
    ...(suggested === null
      ? [parts ?? "no suggestion"]
      : [`suggested ${suggestion}`, reasonOf(suggested)]),
    ...(isSelected ? ["selected"] : []),
  ];
  return (
    <ItemFrame {...props} isDense label={told.join(", ")}>
      <div className="review-row">
        <SelectBox
          isActive={isActive}
          isSelected={isSelected}
          onFocus={onFocus}
          onSelect={onSelect}
          rowKey={item.key}
        />
        <span className="text-ink2 @max-[42rem]:hidden">{shortDay(date)}</span>
        <span className="min-w-0 @max-[42rem]:order-2">
          <RowLink {...props} row={item.row} />
          <bdi className="block truncate text-small text-ink2 @max-[42rem]:hidden @min-[56rem]:hidden">
            {account}
          </bdi>
          {said === null ? null : (
            <bdi className="line-clamp-2 text-small text-ink2 wrap-anywhere" title={said}>
              {said}
            </bdi>
          )}
          {isOffered ? <span className="block text-small text-ink2">{OFFERED}</span> : null}
        </span>
        <span className="col-span-2 col-start-2 text-ink2 @max-[42rem]:order-4 @min-[42rem]:hidden">
          {shortDay(date)} <bdi className="ms-2">{account}</bdi>
        </span>
        <bdi className="truncate text-ink2 @max-[56rem]:hidden">{account}</bdi>
        <Suggestion {...props} suggestion={suggestion} />
        <span className="text-end leading-6 tabular-nums @max-[42rem]:order-3 @max-[42rem]:self-start">
          <Amount currency={currency} minor={amount_minor} />
        </span>
      </div>
    </ItemFrame>
  );
}

type SuggestionProps = Pick<OpenItemProps, "item" | "isActive" | "onPick" | "onAcceptPressed"> & {
  readonly suggestion: string;
};

function Suggestion({ item, isActive, suggestion, ...on }: SuggestionProps) {
  const { suggested } = item.row;
  const tabIndex = isActive ? 0 : -1;
  const parts = openPartsOf(item);
  return (
    <span className="flex min-w-0 items-center gap-1 @max-[42rem]:order-5 @max-[42rem]:col-span-2 @max-[42rem]:col-start-2 @max-[42rem]:-ms-2">
      <button
        aria-haspopup={parts === null ? "listbox" : "dialog"}
        className={`flex min-h-11 min-w-0 text-start cursor-pointer items-center gap-1.5 rounded-control px-2 hover:bg-sunken sm:min-h-7 ${suggested === null ? "text-ink2" : "border border-dashed border-edge"}`}
        id={`${rowId(item.key)}-category`}
        onClick={() => on.onPick(item)}
        tabIndex={tabIndex}
        title={suggested === null ? undefined : reasonOf(suggested)}
        type="button"
      >
        {suggested === null ? (
          (parts ?? "Choose…")
        ) : (
          <>
            <bdi className="truncate">{suggestion}?</bdi>
            <span className="text-caption whitespace-nowrap text-ink2">
              {suggested.in} of {suggested.of}
            </span>
          </>
        )}
      </button>
      {suggested === null ? null : (
        <IconButton
          label={`Accept ${suggestion}`}
          onClick={() => on.onAcceptPressed(item)}
          tabIndex={tabIndex}
        >
          <Check aria-hidden size={16} strokeWidth={1.5} />
        </IconButton>
      )}
    </span>
  );
}

type PairOfRowsProps = ItemProps & {
  readonly item: PairItem;
  /** Both in the order in which they stand. */
  readonly pair: Pair;
  /** Word above each: `Stays`, `Goes`. */
  readonly words: readonly [string, string];
  readonly actions: readonly ItemAction[];
};

/** Two transactions side by side, and what can be decided about them. */
export function PairOfRows(props: PairOfRowsProps) {
  const [one, other] = props.pair;
  const [first, second] = props.words;
  const rate = transferRate(one, other);
  const sides = [`${first}: ${toldOf(one)}`, `${second}: ${toldOf(other)}`];
  return (
    <ItemFrame {...props} label={[...sides, ...(rate === null ? [] : [rate])].join("; ")}>
      <div className="grid gap-3 py-1">
        <div className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
          <Side {...props} row={one} word={first} />
          <Side {...props} row={other} word={second} />
        </div>
        {rate === null ? null : <p className="text-ink2 tabular-nums">{rate}</p>}
        <ItemActions {...props} />
      </div>
    </ItemFrame>
  );
}

function Side({ word, ...props }: RowLinkProps & { readonly word: string }) {
  const { name, bank_name, date, amount_minor, currency, bank_account_id, source } = props.row;
  return (
    <div className="grid min-w-0 content-start gap-0.5 border-s-2 border-line ps-3">
      <p className="text-caption text-ink2">{word}</p>
      <p className="flex items-baseline justify-between gap-4">
        <RowLink {...props} />
        <Amount currency={currency} minor={amount_minor} />
      </p>
      <p className="flex flex-wrap gap-x-3 text-ink2">
        {shortDay(date)} <AccountName id={bank_account_id} />
        <span>{source === "hand" ? "by hand" : "from the bank"}</span>
      </p>
      {bank_name === null || bank_name === name ? null : (
        <p className="truncate text-small text-ink2">
          <bdi>{bank_name}</bdi>
        </p>
      )}
    </div>
  );
}

type StaleItemProps = ItemProps & {
  readonly item: OneItem;
  readonly actions: readonly ItemAction[];
};

/** A payment that was announced weeks ago, and never booked. */
export function StaleItem(props: StaleItemProps) {
  const { row } = props.item;
  return (
    <ItemFrame {...props} label={toldOf(row)}>
      <div className="grid items-center gap-x-6 gap-y-2 py-1 sm:grid-cols-[minmax(0,1fr)_auto]">
        <div className="grid min-w-0 gap-0.5">
          <p className="flex items-baseline justify-between gap-4">
            <RowLink {...props} row={row} />
            <Amount currency={row.currency} minor={row.amount_minor} />
          </p>
          <p className="flex flex-wrap gap-x-3 text-ink2">
            Pending since {shortDay(row.date)} <AccountName id={row.bank_account_id} />
          </p>
        </div>
        <ItemActions {...props} />
      </div>
    </ItemFrame>
  );
}

function toldOf({ name, date, amount_minor, currency }: TransactionRow): string {
  return `${name}, ${signed(amount_minor, currency)}, ${shortDay(date)}`;
}

type ItemFrameProps = Pick<ItemProps, "isActive" | "onFocus" | "onAccept"> & {
  readonly item: OneItem | PairItem;
  /** Tells screen readers all that decides. */
  readonly label: string;
  /** True for one line without more air than its controls have. */
  readonly isDense?: true;
  readonly children: ReactNode;
};

/**
 * One item. A button behind all of it has the focus, so that keys act on the item: Enter accepts, while a
 * press by a pointer only goes to it.
 */
function ItemFrame(props: ItemFrameProps) {
  const { item, isActive, label, onFocus, onAccept, isDense, children } = props;
  return (
    <li
      className={`relative -mx-3 rounded-control px-3 py-2 ${isDense === true ? "sm:pointer-fine:py-0.5" : ""} ${isActive ? "bg-hover" : ""}`}
    >
      <button
        aria-label={label}
        className="absolute inset-0 size-full scroll-my-24 rounded-control"
        id={rowId(item.key)}
        onClick={({ detail }) => (detail === 0 ? onAccept() : onFocus(item.key))}
        onFocus={() => onFocus(item.key)}
        tabIndex={isActive ? 0 : -1}
        type="button"
      />
      <div className="pointer-events-none relative [&_a]:pointer-events-auto [&_button]:pointer-events-auto [&_input]:pointer-events-auto">
        {children}
      </div>
    </li>
  );
}

type RowLinkProps = Pick<ItemProps, "isActive" | "onOpen"> & { readonly row: TransactionRow };

function RowLink({ row: { id, name }, isActive, onOpen }: RowLinkProps) {
  const press = (event: MouseEvent) => {
    // With one of these keys the browser opens a tab or a window.
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(id);
  };
  return (
    <a
      className="inline-block max-w-full min-w-0 truncate align-bottom leading-6 text-ink"
      href={`/transactions/review?transaction=${id}`}
      onClick={press}
      tabIndex={isActive ? 0 : -1}
    >
      <bdi>{name}</bdi>
    </a>
  );
}

export type ItemAction = {
  readonly label: string;
  /** Key that does the same: `A`. */
  readonly letter: string;
  readonly onPress: () => void;
  readonly isMain?: true;
};

type ItemActionsProps = { readonly actions: readonly ItemAction[]; readonly isActive: boolean };

/** Actions on an item, each with its key. Tab reaches those of the current item only. */
function ItemActions({ actions, isActive }: ItemActionsProps) {
  return (
    <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
      {actions.map(({ label, letter, onPress, isMain = false }) => (
        <Button
          aria-keyshortcuts={letter}
          key={label}
          kind={isMain && isActive ? "primary" : "secondary"}
          onClick={onPress}
          tabIndex={isActive ? 0 : -1}
        >
          {label}
          <kbd
            aria-hidden
            className={`font-sans text-caption max-sm:hidden ${isMain && isActive ? "" : "text-ink3"}`}
          >
            {letter}
          </kbd>
        </Button>
      ))}
    </div>
  );
}
