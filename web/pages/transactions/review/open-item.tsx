import { Check } from "lucide-react";
import { useCategories } from "../../../categories/use-categories.ts";
import { Amount, signed } from "../../../components/amount.tsx";
import { IconButton } from "../../../components/button.tsx";
import { shortDay } from "../../../dates.ts";
import { rowId } from "../../../list/open-row.ts";
import { SelectBox } from "../../../list/select-box.tsx";
import { reasonOf } from "../category-cell.tsx";
import { useAccounts } from "../use-accounts.ts";
import { ItemFrame } from "./item-frame.tsx";
import type { OneItem } from "./item.ts";
import { RowLink } from "./row-link.tsx";

type OpenItemProps = {
  readonly item: OneItem;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  /** True for a side of a transfer that is suggested below. */
  readonly isOffered: boolean;
  readonly onFocus: (key: string) => void;
  readonly onSelect: (key: string, isRange: boolean) => void;
  readonly onAccept: () => void;
  readonly onAcceptPressed: (item: OneItem) => void;
  readonly onPick: (item: OneItem) => void;
  readonly onOpen: (id: string) => void;
};

const OFFERED = "May be a transfer: see below";

/** A transaction without a category, with the one that others of its party have. */
export function OpenItem(props: OpenItemProps) {
  const { item, isActive, isSelected, isOffered, onFocus, onSelect, onAccept, ...on } = props;
  const { date, name, bank_name, amount_minor, currency, suggested, bank_account_id } = item.row;
  const account = useAccounts()?.find(({ id }) => id === bank_account_id)?.name ?? "";
  const categories = useCategories();
  const suggestion = suggested === null ? null : (categories?.nameOf(suggested.slug) ?? "");
  const told = [
    name,
    signed(amount_minor, currency),
    shortDay(date),
    ...(account === "" ? [] : [account]),
    ...(isOffered ? [OFFERED] : []),
    ...(suggested === null ? ["no suggestion"] : [`suggested ${suggestion}`, reasonOf(suggested)]),
    ...(isSelected ? ["selected"] : []),
  ];
  const tabIndex = isActive ? 0 : -1;
  return (
    <ItemFrame
      onAccept={onAccept}
      isActive={isActive}
      isDense
      itemKey={item.key}
      label={told.join(", ")}
      onFocus={onFocus}
    >
      <div className="grid grid-cols-[2rem_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 sm:grid-cols-[2rem_6.5rem_minmax(0,1fr)_minmax(0,16rem)_8rem] lg:grid-cols-[2rem_6.5rem_minmax(0,1fr)_minmax(0,8rem)_minmax(0,16rem)_8rem]">
        <SelectBox
          isActive={isActive}
          isSelected={isSelected}
          onFocus={onFocus}
          onSelect={onSelect}
          rowKey={item.key}
        />
        <span className="text-ink2 max-sm:hidden">{shortDay(date)}</span>
        <span className="min-w-0 max-sm:order-2">
          <span className="block truncate">
            <RowLink isActive={isActive} onOpen={on.onOpen} row={item.row} />
            {bank_name === null || bank_name === name ? null : (
              <bdi className="ms-2 text-small text-ink2 max-sm:hidden">{bank_name}</bdi>
            )}
            <bdi className="ms-2 text-small text-ink2 max-sm:hidden lg:hidden">{account}</bdi>
          </span>
          {isOffered ? <span className="block text-small text-ink2">{OFFERED}</span> : null}
        </span>
        <span className="col-span-2 col-start-2 text-ink2 max-sm:order-4 sm:hidden">
          {shortDay(date)} <bdi className="ms-2">{account}</bdi>
        </span>
        <bdi className="truncate text-ink2 max-lg:hidden">{account}</bdi>
        <span className="flex min-w-0 items-center gap-1 max-sm:order-5 max-sm:col-span-2 max-sm:col-start-2 max-sm:-ms-2">
          <button
            aria-haspopup="listbox"
            className={`flex min-h-11 min-w-0 cursor-pointer items-center gap-1.5 rounded-control px-2 hover:bg-sunken sm:min-h-7 ${suggested === null ? "text-ink2" : "border border-dashed border-edge"}`}
            id={`${rowId(item.key)}-category`}
            onClick={() => on.onPick(item)}
            tabIndex={tabIndex}
            title={suggested === null ? undefined : reasonOf(suggested)}
            type="button"
          >
            {suggested === null ? (
              "Choose…"
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
        <span className="text-end leading-6 tabular-nums max-sm:order-3 max-sm:self-start">
          <Amount currency={currency} minor={amount_minor} />
        </span>
      </div>
    </ItemFrame>
  );
}
